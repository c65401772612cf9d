DROP TABLE audit_heads, audit_entries;
DROP FUNCTION keep_audit;
DROP TRIGGER stay_deleted ON organizations;
DROP FUNCTION stay_deleted;
ALTER TABLE organizations DROP COLUMN deleted_at;
