DROP INDEX action_intents_unlearned;
CREATE INDEX action_intents_unlearned ON action_intents (session_id) WHERE NOT learned;
