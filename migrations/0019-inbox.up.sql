-- Filters of the list of approvals. The connector is the first part of the call's name: under row-level security an index
-- serves no comparison that calls a function.
ALTER TABLE approvals ADD COLUMN connector text NOT NULL DEFAULT '';

-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE approvals NO FORCE ROW LEVEL SECURITY;
UPDATE approvals SET connector = split_part(api_name, '.', 1);
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;

CREATE INDEX approvals_of_agent ON approvals (organization_id, agent_slug, status, id DESC);
CREATE INDEX approvals_of_connector ON approvals (organization_id, connector, status, id DESC);
