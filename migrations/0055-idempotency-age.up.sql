-- A job deletes keys a day after their requests, whichever organization they are of.
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
CALL allow_lookup('idempotency_keys');
