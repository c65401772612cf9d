-- An organization that is being erased: nobody enters any more, and only now may its audit go.
ALTER TABLE organizations ADD COLUMN deleted_at timestamptz(3);

CREATE TABLE audit_entries (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  sequence bigint NOT NULL,
  actor json NOT NULL,
  action text NOT NULL,
  target json NOT NULL,
  before json,
  after json,
  request_id text,
  created_at timestamptz(3) NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  UNIQUE (organization_id, sequence)
);
CREATE INDEX audit_entries_page ON audit_entries (organization_id, id DESC);
CALL isolate('audit_entries');

-- The newest link of each chain. Locked after everything else a transaction locks, so that no two wait for each other.
CREATE TABLE audit_heads (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  sequence bigint NOT NULL DEFAULT 0,
  hash text NOT NULL DEFAULT repeat('0', 64)
) WITH (fillfactor = 50);
CALL isolate('audit_heads');

CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM organizations o WHERE o.id = OLD.organization_id AND o.deleted_at IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER keep_audit BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE TRIGGER keep_audit_whole BEFORE TRUNCATE ON audit_entries EXECUTE FUNCTION keep_audit();
