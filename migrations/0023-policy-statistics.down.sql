-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE metric_days NO FORCE ROW LEVEL SECURITY;
ALTER TABLE metric_changes NO FORCE ROW LEVEL SECURITY;
CREATE TEMPORARY TABLE whole_days ON COMMIT DROP AS
  SELECT organization_id, day, subject, was, became, sum(times) AS times FROM metric_days GROUP BY 1, 2, 3, 4, 5;
DELETE FROM metric_days;
DELETE FROM metric_changes WHERE policy_id IS NOT NULL;
ALTER TABLE metric_days DROP COLUMN detail;
INSERT INTO metric_days SELECT * FROM whole_days;
ALTER TABLE metric_days ADD UNIQUE NULLS NOT DISTINCT (organization_id, day, subject, was, became);
ALTER TABLE metric_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE metric_days FORCE ROW LEVEL SECURITY;
ALTER TABLE metric_changes DROP COLUMN policy_id;

DROP TABLE policy_days;
ALTER TABLE policies DROP CONSTRAINT policies_organization_id_id_key;
ALTER TABLE policies DROP COLUMN counted_since;
ALTER TABLE approvals DROP COLUMN policy_ids;
