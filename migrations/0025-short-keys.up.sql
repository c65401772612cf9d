-- The hash of a key had 64 characters, which are compared by a collation and are most of what the index holds. Its first 128
-- bits name it as well within an organization.
ALTER TABLE actions ALTER COLUMN idempotency_key TYPE uuid USING left(idempotency_key, 32)::uuid;
