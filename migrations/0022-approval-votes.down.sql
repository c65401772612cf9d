DO $$
DECLARE new record;
BEGIN
  FOR new IN
    SELECT conname AS name, conrelid::regclass AS table_name,
      replace(replace(replace(replace(conname, 'approval_votes_', 'given_approvals_'), '_voter_', '_given_by_'), '_voted_at_', '_given_at_'), '_fingerprints_', '_gates_') AS old_name
    FROM pg_constraint
    WHERE contype = 'n' AND conrelid IN ('approval_votes'::regclass, 'approval_grants'::regclass)
  LOOP
    IF new.name <> new.old_name THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', new.table_name, new.name, new.old_name);
    END IF;
  END LOOP;
END
$$;

ALTER TABLE approval_grants RENAME COLUMN fingerprints TO gates;
ALTER INDEX approval_votes_organization RENAME TO given_approvals_organization;
ALTER TABLE approval_votes RENAME CONSTRAINT approval_votes_approval_id_fkey TO given_approvals_approval_id_fkey;
ALTER TABLE approval_votes RENAME CONSTRAINT approval_votes_pkey TO given_approvals_pkey;
ALTER TABLE approval_votes RENAME COLUMN voted_at TO given_at;
ALTER TABLE approval_votes RENAME COLUMN voter TO given_by;
ALTER TABLE approval_votes RENAME TO given_approvals;
