-- A client says that it begins a call, once: `claim` is the name that it chose for that.
ALTER TABLE actions
  ADD COLUMN claim uuid,
  ADD COLUMN begun_at timestamptz(3),
  ADD CONSTRAINT actions_claim_check CHECK ((claim IS NULL) = (begun_at IS NULL));
-- A job finds calls that began and got no outcome, whichever organization they are of.
CREATE INDEX actions_begun ON actions (begun_at) WHERE begun_at IS NOT NULL AND status = 'CLEARED';
CALL allow_lookup('actions');
