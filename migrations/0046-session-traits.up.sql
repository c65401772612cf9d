-- What sessions are found by: the connectors of their calls, and the names of what their calls act on. One row for each session
-- and name, so that a filter reads an index. Sessions from before have none.
CREATE TABLE session_traits (
  organization_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('connector', 'target')),
  name text NOT NULL CHECK (char_length(name) <= 200),
  session_id uuid NOT NULL,
  PRIMARY KEY (organization_id, kind, name, session_id),
  FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX session_traits_session ON session_traits (session_id, kind);
CALL isolate('session_traits');
