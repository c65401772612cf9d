-- The other half of each hash is gone: a call that is repeated with its key is not known to an earlier build.
ALTER TABLE actions ALTER COLUMN idempotency_key TYPE text USING replace(idempotency_key::text, '-', '');
