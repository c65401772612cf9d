-- Its result changes, which CREATE OR REPLACE cannot do.
DROP FUNCTION IF EXISTS count_cleared(uuid[], integer[], integer[]);
-- IS TRUE keeps the condition out of the indexes. So the primary key alone finds sessions by their ids, and they are locked in
-- one order. In a small table PostgreSQL took an index of the organization's instead, and compared each session with each
-- organization of a batch.
ALTER POLICY own_organization ON sessions USING ((organization_id = ANY ((SELECT current_organizations())::uuid[])) IS TRUE);
