-- What became of the calls that a policy matched, noted and folded as the other changes are (0009-metrics.up.sql).
ALTER TABLE metric_changes ADD COLUMN policy_id uuid;
-- The policies that asked for it.
ALTER TABLE approvals ADD COLUMN policy_ids uuid[] NOT NULL DEFAULT '{}';
-- Calls before this moment were not counted.
ALTER TABLE policies ADD COLUMN counted_since timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE policies ADD UNIQUE (organization_id, id);

-- Live sessions only, by the day on which the call was logged.
CREATE TABLE policy_days (
  organization_id uuid NOT NULL,
  policy_id uuid NOT NULL,
  day date NOT NULL,
  -- `PolicyEvent` in src/policies/history/policy-events.ts.
  event text NOT NULL,
  -- Of an operator's decision: how many it took.
  seconds integer,
  times bigint NOT NULL,
  FOREIGN KEY (organization_id, policy_id) REFERENCES policies (organization_id, id) ON DELETE CASCADE,
  UNIQUE NULLS NOT DISTINCT (organization_id, policy_id, day, event, seconds)
) WITH (fillfactor = 50);
CALL isolate('policy_days');

-- How long a decision took, by day: the bucket, as in metric_totals.
ALTER TABLE metric_days ADD COLUMN detail text;
ALTER TABLE metric_days DROP CONSTRAINT metric_days_organization_id_day_subject_was_became_key;
ALTER TABLE metric_days ADD UNIQUE NULLS NOT DISTINCT (organization_id, day, subject, was, became, detail);
