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
