ALTER TABLE rollback_steps ALTER CONSTRAINT rollback_steps_reverts_step_fkey NOT DEFERRABLE;
ALTER TABLE rollback_steps ALTER CONSTRAINT rollback_steps_carried_by_fkey NOT DEFERRABLE;
ALTER TABLE rollbacks ALTER CONSTRAINT rollbacks_reverts_fkey NOT DEFERRABLE;
ALTER TABLE personal_tokens DROP COLUMN hash_secret;
ALTER TABLE api_keys DROP COLUMN hash_secret;
