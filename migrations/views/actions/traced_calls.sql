-- Filters find sessions by the tool call and by the trace of the application that asked for a call.
CREATE OR REPLACE VIEW traced_calls WITH (security_invoker = true) AS
SELECT organization_id, session_id, tool_call_id, substr(traceparent, 4, 32) AS trace_id FROM actions;
