-- What other modules see of an organization. `deleted_at` is set while it is being erased.
CREATE OR REPLACE VIEW organization_states WITH (security_invoker = true) AS
SELECT id, plan, epoch, created_at, deleted_at FROM organizations;
