DROP TABLE idempotency_keys, usage_months, actions, snapshots, sessions;
