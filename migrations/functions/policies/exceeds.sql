-- Compares what a window comes to with the limit of a policy.
CREATE OR REPLACE FUNCTION exceeds(total numeric, operator text, bound numeric) RETURNS boolean LANGUAGE sql IMMUTABLE
AS $$ SELECT CASE operator WHEN 'gt' THEN total > bound WHEN 'gte' THEN total >= bound WHEN 'lt' THEN total < bound ELSE total <= bound END $$;
