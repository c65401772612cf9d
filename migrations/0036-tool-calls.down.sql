DROP FUNCTION IF EXISTS clear_actions(uuid[], uuid[], integer[], integer[], integer[], uuid[], integer[], integer[], integer[],
  integer[], bigint[], boolean[], bigint[], text[], text[], text[], text[], uuid[], text[], text[]);
ALTER TABLE actions DROP COLUMN tool_call_id;
DROP DOMAIN tool_call_id;
