-- A call says which rule replaced what in it. The true values, which an undo needs, are sealed beside it, and nothing shows them.
ALTER TABLE actions
  ADD COLUMN redacted jsonb,
  ADD COLUMN sealed jsonb,
  ADD CONSTRAINT actions_redacted_check CHECK ((redacted IS NULL) = (sealed IS NULL));
ALTER TABLE snapshots
  ADD COLUMN redacted jsonb,
  ADD COLUMN sealed text,
  ADD CONSTRAINT snapshots_redacted_check CHECK ((redacted IS NULL) = (sealed IS NULL));
