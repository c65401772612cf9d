-- migrate:up
-- How often something went from one state to another: noted in the transaction of the change, never updated, and folded
-- into the two tables below by a job. A row that every change of an organization had to lock would make them wait for
-- each other's commits.
-- No foreign key: it would lock the organization's row for every batch. The fold drops the notes of an erased organization.
CREATE TABLE metric_changes (
  organization_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  simulated boolean NOT NULL,
  -- action, approval, rollback or step (of a rollback).
  subject text NOT NULL,
  -- Null when it did not exist before, or no longer exists.
  was text,
  became text,
  -- It holds the violation that an action was kept with, or how long a person's decision took (`decision_bucket`).
  detail text,
  times integer NOT NULL,
  -- Approvals that were opened with it: another row for them would cost the hot path another aggregate.
  opened integer NOT NULL DEFAULT 0,
  -- The row says what became of a call that this policy matched.
  policy_id uuid
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX metric_changes_organization ON metric_changes (organization_id);
CALL isolate('metric_changes');
CALL allow_lookup('metric_changes');

CREATE TABLE metric_totals (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  simulated boolean NOT NULL,
  subject text NOT NULL CHECK (subject IN ('action', 'approval', 'rollback', 'step')),
  was text,
  became text,
  detail text,
  times bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (organization_id, simulated, subject, was, became, detail)
) WITH (fillfactor = 50);
CALL isolate('metric_totals');

-- Live sessions only.
CREATE TABLE metric_days (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  day date NOT NULL,
  subject text NOT NULL CHECK (subject IN ('action', 'approval', 'rollback', 'step')),
  was text,
  became text,
  times bigint NOT NULL,
  -- It has the meaning of metric_totals.detail.
  detail text,
  UNIQUE NULLS NOT DISTINCT (organization_id, day, subject, was, became, detail)
) WITH (fillfactor = 50);
CALL isolate('metric_days');

-- migrate:down
DROP TABLE metric_days, metric_totals, metric_changes;
