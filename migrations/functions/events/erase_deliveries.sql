-- Kept deliveries about an erased call lose their sentence.
CREATE OR REPLACE FUNCTION erase_deliveries() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE webhook_deliveries SET data = (data::jsonb - 'summary')::json
  WHERE organization_id = NEW.organization_id AND session_id = NEW.session_id AND data ->> 'actionId' = NEW.id::text;
  RETURN NULL;
END $$;
