DROP POLICY lookup ON idempotency_keys;
DROP INDEX idempotency_keys_age;
