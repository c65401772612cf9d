-- The framework of an agent gives each tool call an id of its own.
CREATE DOMAIN tool_call_id AS text CHECK (char_length(VALUE) BETWEEN 1 AND 255);
ALTER TABLE actions ADD COLUMN tool_call_id tool_call_id;
-- It takes one more parameter.
DROP FUNCTION IF EXISTS clear_actions(uuid[], uuid[], integer[], integer[], integer[], uuid[], integer[], integer[], integer[],
  integer[], bigint[], boolean[], bigint[], text[], text[], text[], text[], uuid[], text[]);
