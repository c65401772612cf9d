-- What the last check of a credential found; `last_checked_at` and `last_check_ok` are there already.
ALTER TABLE credentials ADD COLUMN last_check_latency_ms integer, ADD COLUMN last_check_detail text;
