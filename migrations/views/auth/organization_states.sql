-- Other modules read organizations through this view. `deleted_at` is set while an organization is being erased; while one is held, it is
-- infinite.
CREATE OR REPLACE VIEW organization_states WITH (security_invoker = true) AS
SELECT id, plan, epoch, created_at, deleted_at FROM organizations;
