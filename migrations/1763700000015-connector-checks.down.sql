ALTER TABLE credentials DROP COLUMN last_check_latency_ms, DROP COLUMN last_check_detail;
