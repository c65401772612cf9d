DROP TABLE audit_heads, audit_entries;
DROP FUNCTION keep_audit;
ALTER TABLE organizations DROP COLUMN deleted_at;
