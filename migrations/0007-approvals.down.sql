DROP TABLE approval_grants, given_approvals, approvals;
