-- Whether an organization holds nothing but what signing up writes. Every table with rows of organizations counts, those of
-- modules to come included; of the audit, whatever is not about its members. Rows that hang on a session are left out:
-- without sessions there are none, and the ledger's tables have no index by organization.
CREATE OR REPLACE FUNCTION is_unused(organization uuid) RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  isolated regclass;
  used boolean;
BEGIN
  FOR isolated IN
    SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT EXISTS (
      SELECT FROM pg_constraint k JOIN pg_attribute s ON s.attrelid = c.oid AND s.attnum = ANY (k.conkey)
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'public.sessions'::regclass
        AND s.attname <> 'organization_id' AND s.attnotnull)
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s t WHERE organization_id = $1 AND NOT %s)', isolated,
      CASE isolated::text
        WHEN 'audit_entries' THEN $match$starts_with(t.action, 'member.')$match$
        WHEN 'mailed_links' THEN $match$t.purpose <> 'invitation'$match$
        ELSE (isolated::text IN ('users', 'identities', 'spent_states', 'audit_heads'))::text
      END) INTO used USING organization;
    IF used THEN RETURN false; END IF;
  END LOOP;
  RETURN true;
END $$;
