-- Filters find sessions by the connectors of their calls, and by the names of the tables and resources that the calls change.
-- There is one row for each session and name, so that a filter reads an index. Older sessions have no rows.
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
