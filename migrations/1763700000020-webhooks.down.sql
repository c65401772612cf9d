DROP TRIGGER tell_of_rollback ON rollbacks;
DROP TRIGGER tell_of_block ON actions;
DROP TRIGGER tell_of_decision ON approvals;
DROP TRIGGER tell_of_request ON approvals;
DROP FUNCTION tell_of_rollback(), tell_of_block(), tell_of_approval(), tell(uuid, text, json), is_event_wanted(uuid, text),
  event_time(timestamptz), event_uuid(), old_deliveries(interval, integer), due_deliveries(integer, integer, uuid[]);
DROP TABLE webhook_deliveries, webhooks;
