-- An erased call stays empty, whatever is reported of it later.
CREATE OR REPLACE FUNCTION empty_erased() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  NEW.payload := '{}';
  NEW.original_payload := NULL;
  NEW.response := NULL;
  NEW.redacted := NULL;
  NEW.sealed := NULL;
  RETURN NEW;
END $$;
