DROP TABLE approval_viewers, approval_grants, approval_votes, approvals;
