ALTER TABLE approval_grants RENAME COLUMN fingerprints TO gates;
ALTER INDEX approval_votes_organization RENAME TO given_approvals_organization;
ALTER TABLE approval_votes RENAME CONSTRAINT approval_votes_approval_id_fkey TO given_approvals_approval_id_fkey;
ALTER TABLE approval_votes RENAME CONSTRAINT approval_votes_pkey TO given_approvals_pkey;
ALTER TABLE approval_votes RENAME COLUMN voted_at TO given_at;
ALTER TABLE approval_votes RENAME COLUMN voter TO given_by;
ALTER TABLE approval_votes RENAME TO given_approvals;
