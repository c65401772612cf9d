-- An effect is ordered across sessions by the time of its confirmation. Within one session, effect_sequence orders it.
CREATE OR REPLACE FUNCTION note_effect() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' AND current_setting('app.rows_as_written', true) = 'on' THEN
    RETURN NEW;
  END IF;
  NEW.effect_at := clock_timestamp();
  RETURN NEW;
END $$;
