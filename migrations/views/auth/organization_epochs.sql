-- What the caches of every process are compared with.
CREATE OR REPLACE VIEW organization_epochs WITH (security_invoker = true) AS
SELECT o.id, o.epoch FROM organizations o;
