-- A statement parses each CHECK of a table anew, whichever columns it writes. What a domain demands PostgreSQL keeps
-- prepared, and looks at only where a column of it is written.
CREATE DOMAIN counter AS integer CHECK (VALUE >= 0);
CREATE DOMAIN session_status AS text CHECK (VALUE IN ('ACTIVE', 'COMPLETED', 'ABANDONED'));
CREATE DOMAIN rollback_state AS text CHECK (VALUE IN ('NONE', 'RUNNING', 'FINISHED'));
CREATE DOMAIN operation_type AS text CHECK (VALUE IN ('CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'READ'));
CREATE DOMAIN action_status AS text CHECK (VALUE IN
  ('CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'SUCCESS', 'FAILED', 'UNKNOWN', 'ROLLED_BACK', 'ROLLBACK_FAILED'));
CREATE DOMAIN policy_decision AS text CHECK (VALUE IN ('ALLOW', 'REQUIRE_APPROVAL', 'BLOCK'));
CREATE DOMAIN violation AS text CHECK (VALUE IN
  ('blocked', 'unapproved', 'paused', 'after-completion', 'after-rollback', 'payload-mismatch', 'ungated'));

ALTER TABLE sessions
  DROP CONSTRAINT sessions_status_check, DROP CONSTRAINT sessions_rollback_state_check, DROP CONSTRAINT counters_not_negative,
  ALTER status TYPE session_status, ALTER rollback_state TYPE rollback_state,
  ALTER success TYPE counter, ALTER failed TYPE counter, ALTER pending_approval TYPE counter, ALTER open_approvals TYPE counter,
  ALTER cleared TYPE counter, ALTER unknown TYPE counter, ALTER rolled_back TYPE counter, ALTER rollback_failed TYPE counter,
  ALTER reads TYPE counter, ALTER late_effects TYPE counter, ALTER possible_effects TYPE counter, ALTER violations TYPE counter,
  ALTER unconfirmed TYPE counter;

ALTER TABLE actions
  DROP CONSTRAINT actions_operation_type_check, DROP CONSTRAINT actions_status_check,
  DROP CONSTRAINT actions_policy_decision_check, DROP CONSTRAINT actions_violation_check,
  ALTER operation_type TYPE operation_type, ALTER status TYPE action_status, ALTER policy_decision TYPE policy_decision,
  ALTER violation TYPE violation;
