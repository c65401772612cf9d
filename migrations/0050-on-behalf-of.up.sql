-- An agent says for which user it works, with labels of its own; a call carries the trace of the application.
CREATE DOMAIN on_behalf_of AS text CHECK (char_length(VALUE) BETWEEN 1 AND 255);
CREATE DOMAIN label_set AS jsonb CHECK (jsonb_typeof(VALUE) = 'object');
CREATE DOMAIN traceparent AS text CHECK (VALUE ~ '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');

ALTER TABLE sessions ADD COLUMN on_behalf_of on_behalf_of, ADD COLUMN labels label_set NOT NULL DEFAULT '{}';
CREATE INDEX sessions_on_behalf_of ON sessions (organization_id, on_behalf_of, id) WHERE on_behalf_of IS NOT NULL;

-- A filter finds sessions by one label. The labels of a session never change.
CREATE TABLE session_labels (
  organization_id uuid NOT NULL,
  name text NOT NULL,
  value text NOT NULL,
  session_id uuid NOT NULL,
  PRIMARY KEY (organization_id, name, value, session_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX session_labels_session ON session_labels (organization_id, session_id);
CALL isolate('session_labels');

ALTER TABLE actions ADD COLUMN traceparent traceparent;
-- A call without them costs these indexes nothing.
CREATE INDEX actions_tool_call ON actions (organization_id, tool_call_id, session_id) WHERE tool_call_id IS NOT NULL;
CREATE INDEX actions_trace ON actions (organization_id, substr(traceparent, 4, 32), session_id) WHERE traceparent IS NOT NULL;

-- It takes one more parameter.
DROP FUNCTION IF EXISTS clear_actions(uuid[], uuid[], integer[], integer[], integer[], uuid[], integer[], integer[], integer[],
  integer[], bigint[], boolean[], bigint[], text[], text[], text[], text[], uuid[], text[], text[]);

-- In conditions these names meant arguments until now. The longer name keeps that meaning.
ALTER TABLE policies NO FORCE ROW LEVEL SECURITY;
UPDATE policies SET condition = regexp_replace(condition::jsonb::text, '"field": "(onBehalfOf"|labels\.)', '"field": "payload.\1', 'g')::json
WHERE condition::jsonb::text ~ '"field": "(onBehalfOf"|labels\.)';
ALTER TABLE policies FORCE ROW LEVEL SECURITY;
