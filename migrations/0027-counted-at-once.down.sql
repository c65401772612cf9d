ALTER POLICY own_organization ON sessions USING (organization_id = ANY ((SELECT current_organizations())::uuid[]));
DROP FUNCTION IF EXISTS count_cleared(uuid[], integer[], integer[]);
