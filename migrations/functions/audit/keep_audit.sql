-- The search path is its own: a temporary table called `organization_states` must not open the way.
CREATE OR REPLACE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM public.organization_states o WHERE o.id = OLD.organization_id AND isfinite(o.deleted_at)) THEN
      RETURN OLD;
    END IF;
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_heads' THEN
    IF NEW.organization_id = OLD.organization_id AND NEW.last_at >= OLD.last_at
      AND (NEW.sequence > OLD.sequence OR NEW.sequence = OLD.sequence AND NEW.hash = OLD.hash) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit is append-only' USING ERRCODE = 'restrict_violation';
END $$;
