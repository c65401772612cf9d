-- Which command decided: an operator's, the expiry's, or that of a rollback or a pause. Listeners need not infer it.
ALTER TABLE approvals ADD COLUMN decided_as text CHECK (decided_as IN ('APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'));

-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE approvals NO FORCE ROW LEVEL SECURITY;
UPDATE approvals SET decided_as = CASE WHEN decided_by IS NOT NULL THEN status WHEN reason = 'expired' THEN 'EXPIRED' ELSE 'WITHDRAWN' END
WHERE status <> 'PENDING';
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
ALTER TABLE approvals ADD CHECK ((status = 'PENDING') = (decided_as IS NULL));
