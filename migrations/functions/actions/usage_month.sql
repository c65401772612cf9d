-- The month a call is counted in, by the database's clock. Read once per statement: a batch that waits for a lock over
-- midnight still belongs, with all it writes, to the month it began in.
CREATE OR REPLACE FUNCTION usage_month() RETURNS date LANGUAGE sql STABLE
AS $$ SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date $$;
