-- An organization that is being erased: nobody enters any more, and only now may its audit go.
ALTER TABLE organizations ADD COLUMN deleted_at timestamptz(3);

CREATE TABLE audit_entries (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  sequence bigint NOT NULL CHECK (sequence > 0),
  actor json NOT NULL,
  action text NOT NULL,
  target json NOT NULL,
  before json,
  after json,
  request_id text,
  created_at timestamptz(3) NOT NULL,
  previous_hash text NOT NULL CHECK (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  UNIQUE (organization_id, sequence)
);
CREATE INDEX audit_entries_page ON audit_entries (organization_id, id DESC);
CALL isolate('audit_entries');

-- The newest link of each chain. Locked after everything else a transaction locks, so that no two wait for each other.
CREATE TABLE audit_heads (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  sequence bigint NOT NULL DEFAULT 0,
  hash text NOT NULL,
  -- No entry is older than the one before it, whatever the clock does.
  last_at timestamptz(3) NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 50);
CALL isolate('audit_heads');

-- The search path is its own: a temporary table called `organizations` must not open the way.
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM public.organizations o WHERE o.id = OLD.organization_id AND o.deleted_at IS NOT NULL) THEN
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
CREATE TRIGGER keep_audit BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE TRIGGER keep_audit_whole BEFORE TRUNCATE ON audit_entries EXECUTE FUNCTION keep_audit();
CREATE TRIGGER keep_audit BEFORE UPDATE OR DELETE ON audit_heads FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE TRIGGER keep_audit_whole BEFORE TRUNCATE ON audit_heads EXECUTE FUNCTION keep_audit();

-- Or else: deleted, its audit erased, and back again.
CREATE FUNCTION stay_deleted() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'a deleted organization stays deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER stay_deleted BEFORE UPDATE OF deleted_at ON organizations FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION stay_deleted();
