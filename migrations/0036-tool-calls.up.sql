-- What the framework of an agent calls the tool call that made an action.
ALTER TABLE actions
  ADD COLUMN tool_call_id text,
  ADD CONSTRAINT actions_tool_call_check CHECK (char_length(tool_call_id) BETWEEN 1 AND 255);
-- It takes one more parameter.
DROP FUNCTION IF EXISTS clear_actions(uuid[], uuid[], integer[], integer[], integer[], uuid[], integer[], integer[], integer[],
  integer[], bigint[], boolean[], bigint[], text[], text[], text[], text[], uuid[], text[]);
