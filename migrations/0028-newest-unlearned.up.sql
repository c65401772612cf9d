-- In the order in which pending_calls reads them. With the organization it serves that better than the unique one of sessions
-- and numbers, whatever is known of the table.
DROP INDEX action_intents_unlearned;
CREATE INDEX action_intents_unlearned ON action_intents (organization_id, session_id, sequence) WHERE NOT learned;
