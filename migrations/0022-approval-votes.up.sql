-- One vote an operator and approval; its columns say who voted and when.
ALTER TABLE given_approvals RENAME TO approval_votes;
ALTER TABLE approval_votes RENAME COLUMN given_by TO voter;
ALTER TABLE approval_votes RENAME COLUMN given_at TO voted_at;
ALTER TABLE approval_votes RENAME CONSTRAINT given_approvals_pkey TO approval_votes_pkey;
ALTER TABLE approval_votes RENAME CONSTRAINT given_approvals_approval_id_fkey TO approval_votes_approval_id_fkey;
ALTER INDEX given_approvals_organization RENAME TO approval_votes_organization;

-- The fingerprints of the policies whose approval a grant stands for.
ALTER TABLE approval_grants RENAME COLUMN gates TO fingerprints;

-- It is decided_approvals now. A database of the migrations before 0001-identity has no note of its sources.
DROP FUNCTION IF EXISTS settled_approvals(uuid[]);

-- PostgreSQL 18 names the constraints of NOT NULL; older versions have none of them.
DO $$
DECLARE old record;
BEGIN
  FOR old IN
    SELECT conname AS name, conrelid::regclass AS table_name,
      replace(replace(replace(replace(conname, 'given_approvals_', 'approval_votes_'), '_given_by_', '_voter_'), '_given_at_', '_voted_at_'), '_gates_', '_fingerprints_') AS new_name
    FROM pg_constraint
    WHERE contype = 'n' AND conrelid IN ('approval_votes'::regclass, 'approval_grants'::regclass)
  LOOP
    IF old.name <> old.new_name THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old.table_name, old.name, old.new_name);
    END IF;
  END LOOP;
END
$$;
