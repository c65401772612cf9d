-- Writes a row for each group that a policy names, so that a foreign key keeps the group.
CREATE OR REPLACE FUNCTION name_approvers() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM policy_approvers a
  WHERE a.organization_id = NEW.organization_id AND a.policy_id = NEW.id AND a.group_id <> ALL (NEW.approvers);
  INSERT INTO policy_approvers (organization_id, policy_id, group_id)
  SELECT DISTINCT NEW.organization_id, NEW.id, g FROM unnest(NEW.approvers) AS g ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
