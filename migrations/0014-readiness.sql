-- migrate:up
-- One row that a process updates to prove that PostgreSQL takes and commits writes; it holds nothing of an organization.
CREATE TABLE readiness (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  proved_at timestamptz NOT NULL
) WITH (fillfactor = 10);
INSERT INTO readiness (proved_at) VALUES (now());

-- migrate:down
DROP TABLE readiness;
