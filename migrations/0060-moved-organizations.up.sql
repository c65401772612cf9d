-- The key by which another installation hashed the secret, sealed with the root key `hash_key` of this one; null where the secret
-- was hashed here.
ALTER TABLE api_keys ADD COLUMN hash_secret bytea;
ALTER TABLE personal_tokens ADD COLUMN hash_secret bytea;
-- Rows that refer to rows of their own table are inserted in any order, and compared at the end.
ALTER TABLE rollbacks ALTER CONSTRAINT rollbacks_reverts_fkey DEFERRABLE;
ALTER TABLE rollback_steps ALTER CONSTRAINT rollback_steps_carried_by_fkey DEFERRABLE;
ALTER TABLE rollback_steps ALTER CONSTRAINT rollback_steps_reverts_step_fkey DEFERRABLE;
