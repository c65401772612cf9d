-- Raises an error unless the organization is the one of sample data: its only member has an address that no mail can reach.
-- The functions that change the times of rows ask this first, so that they cannot change those of another organization.
CREATE OR REPLACE FUNCTION hold_sample(organization uuid) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM users u WHERE u.organization_id = organization AND u.email = 'sample@backstop.invalid')
    OR EXISTS (SELECT FROM users u WHERE u.organization_id = organization AND u.email <> 'sample@backstop.invalid')
  THEN
    RAISE EXCEPTION 'only sample data has other times' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;
