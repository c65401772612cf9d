DROP FUNCTION IF EXISTS clear_actions(uuid[], uuid[], integer[], integer[], integer[], uuid[], integer[], integer[], integer[],
  integer[], bigint[], boolean[], bigint[], text[], text[], text[], text[], uuid[], text[], text[], text[]);
ALTER TABLE actions DROP COLUMN traceparent;
DROP INDEX actions_tool_call;
DROP TABLE session_labels;
ALTER TABLE sessions DROP COLUMN labels, DROP COLUMN on_behalf_of;
DROP DOMAIN traceparent;
DROP DOMAIN label_set;
DROP DOMAIN on_behalf_of;
