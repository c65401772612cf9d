DROP TABLE idempotency_keys, usage_months, actions, snapshots, session_labels, session_traits, sessions;
DROP DOMAIN traceparent, label_set, on_behalf_of, tool_call_id, violation, action_status, operation_type, rollback_state,
  session_status, counter;
