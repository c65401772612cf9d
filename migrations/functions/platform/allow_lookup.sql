-- It lets only the SECURITY DEFINER look-ups read a table before the organization is known.
CREATE OR REPLACE PROCEDURE allow_lookup(looked_up regclass) LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('CREATE POLICY lookup ON %s FOR SELECT TO CURRENT_USER USING (true)', looked_up);
END $$;
