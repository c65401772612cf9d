-- The language of `policies/pattern.ts`: `*` is one segment, at the end one or more. A pattern holds nothing else that a
-- regular expression would understand.
CREATE OR REPLACE FUNCTION matches_pattern(api_name text, pattern text) RETURNS boolean LANGUAGE sql IMMUTABLE
AS $$ SELECT api_name ~ ('^' || replace(replace(replace(regexp_replace(pattern, '\*$', '#'), '.', '\.'), '*', '[^.]*'), '#', '.*') || '$') $$;
