-- It answers true if a rollback of the session runs, or one of the whole session has run: nothing may start in it.
-- PostgreSQL inlines this single expression.
CREATE OR REPLACE FUNCTION is_rolled(s sessions) RETURNS boolean LANGUAGE sql IMMUTABLE
AS $$ SELECT s.rollback_state = 'RUNNING' OR s.closed_by_rollback $$;
