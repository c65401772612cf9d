-- True when a member is to be mailed that a call waits: one of the groups that approve, or each member where no group has any.
CREATE OR REPLACE FUNCTION is_asked(organization uuid, groups json, member uuid) RETURNS boolean LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (
    WITH places AS (
      SELECT p.user_id FROM json_array_elements(groups) AS g
      JOIN group_places p ON p.organization_id = organization AND p.group_id = (g ->> 'id')::uuid)
    SELECT NOT EXISTS (SELECT FROM places) OR EXISTS (SELECT FROM places WHERE user_id = member));
END
$$;
