-- Begins calls that this transaction has just logged, as begin_call does, in the order of `actions`. Null for each that has not begun;
-- where another transaction holds what one of them needs, none has, and their asks are recorded all the same.
CREATE OR REPLACE FUNCTION begin_calls(organizations uuid[], actions uuid[], lease_ms integer) RETURNS json LANGUAGE plpgsql
AS $$
DECLARE
  begun json[] := '{}';
BEGIN
  FOR place IN 1 .. cardinality(actions) LOOP
    begun := begun || coalesce(begin_call(organizations[place], actions[place], lease_ms), 'null'::json);
  END LOOP;
  RETURN array_to_json(begun);
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN NULL;
END $$;
