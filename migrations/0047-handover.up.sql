-- A note of an operator for the next one who reads the approval.
ALTER TABLE approvals ADD COLUMN note text, ADD COLUMN noted_by text, ADD COLUMN noted_at timestamptz(3);
ALTER TABLE approvals ADD CONSTRAINT approvals_note_check
  CHECK (num_nulls(note, noted_by, noted_at) IN (0, 3) AND char_length(note) <= 2000);

-- The table keeps the approval that an operator has open, and the time of the last report of their page. There is one row for
-- each operator, so the table needs no sweep and grows with the members alone.
CREATE TABLE approval_viewers (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  approval_id uuid NOT NULL REFERENCES approvals ON DELETE CASCADE,
  label text NOT NULL,
  seen_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id),
  FOREIGN KEY (organization_id) REFERENCES organizations ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX approval_viewers_approval ON approval_viewers (approval_id);
CREATE INDEX approval_viewers_organization ON approval_viewers (organization_id);
CALL isolate('approval_viewers');
