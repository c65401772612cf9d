DROP TABLE audit_heads, audit_entries;
