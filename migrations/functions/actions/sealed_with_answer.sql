-- The sealed parts of a call whose answer is stored, as redacted_with_answer.
CREATE OR REPLACE FUNCTION sealed_with_answer(earlier jsonb, of_answer jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE WHEN earlier IS NULL THEN of_answer ELSE nullif(earlier - 'response' || coalesce(of_answer, '{}'), '{}') END $$;
