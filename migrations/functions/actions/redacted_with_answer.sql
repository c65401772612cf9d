-- Lists what is redacted in a call when its answer is stored: entries of its arguments stay, those of an earlier answer go.
CREATE OR REPLACE FUNCTION redacted_with_answer(earlier jsonb, of_answer jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN earlier IS NULL THEN of_answer ELSE (
    SELECT jsonb_agg(e) FROM jsonb_array_elements(earlier || coalesce(of_answer, '[]')) WITH ORDINALITY AS x(e, at)
    WHERE e ->> 'in' <> 'response' OR at > jsonb_array_length(earlier)) END
$$;
