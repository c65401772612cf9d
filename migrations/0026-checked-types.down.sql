ALTER TABLE actions
  ALTER operation_type TYPE text, ALTER status TYPE text, ALTER policy_decision TYPE text, ALTER violation TYPE text,
  ADD CHECK (operation_type IN ('CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'READ')),
  ADD CHECK (status IN
    ('CLEARED', 'PENDING_APPROVAL', 'REJECTED', 'BLOCKED', 'SUCCESS', 'FAILED', 'UNKNOWN', 'ROLLED_BACK', 'ROLLBACK_FAILED')),
  ADD CHECK (policy_decision IN ('ALLOW', 'REQUIRE_APPROVAL', 'BLOCK')),
  ADD CHECK (violation IN
    ('blocked', 'unapproved', 'paused', 'after-completion', 'after-rollback', 'payload-mismatch', 'ungated'));

ALTER TABLE sessions
  ALTER status TYPE text, ALTER rollback_state TYPE text,
  ALTER success TYPE integer, ALTER failed TYPE integer, ALTER pending_approval TYPE integer, ALTER open_approvals TYPE integer,
  ALTER cleared TYPE integer, ALTER unknown TYPE integer, ALTER rolled_back TYPE integer, ALTER rollback_failed TYPE integer,
  ALTER reads TYPE integer, ALTER late_effects TYPE integer, ALTER possible_effects TYPE integer, ALTER violations TYPE integer,
  ALTER unconfirmed TYPE integer,
  ADD CHECK (status IN ('ACTIVE', 'COMPLETED', 'ABANDONED')), ADD CHECK (rollback_state IN ('NONE', 'RUNNING', 'FINISHED')),
  ADD CONSTRAINT counters_not_negative CHECK (least(success, failed, pending_approval, open_approvals, cleared,
    unknown, rolled_back, rollback_failed, reads, late_effects, possible_effects, violations, unconfirmed) >= 0);

DROP DOMAIN counter, session_status, rollback_state, operation_type, action_status, policy_decision, violation;
