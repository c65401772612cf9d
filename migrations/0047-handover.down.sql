DROP TABLE approval_viewers;
ALTER TABLE approvals DROP CONSTRAINT approvals_note_check;
ALTER TABLE approvals DROP COLUMN note, DROP COLUMN noted_by, DROP COLUMN noted_at;
