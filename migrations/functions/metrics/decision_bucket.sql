-- Bucket n holds what took more than 1.1^(n-1) and at most 1.1^n milliseconds.
CREATE OR REPLACE FUNCTION decision_bucket(waited interval) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT ceil(ln(greatest(extract(epoch FROM waited) * 1000, 1)::double precision) / ln(1.1::double precision))::integer::text $$;
