CREATE INDEX approvals_agent ON approvals (organization_id, agent_slug) WHERE status = 'PENDING';
