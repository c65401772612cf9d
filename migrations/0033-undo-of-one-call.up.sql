-- How far the captured call can be undone, where its name does not tell: a free statement, a declared HTTP call. Null: as
-- the name tells. Snapshots of before keep null, which for such names is the worst.
ALTER TABLE snapshots ADD COLUMN reversibility text
  CONSTRAINT snapshots_reversibility_check CHECK (reversibility IN ('exact', 'compensating'));
