-- True when a call that waits would come over the limit of a policy that blocks it, were it permitted now. The windows stay
-- locked until the transaction ends.
CREATE OR REPLACE FUNCTION windows_block(org uuid, call uuid) RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  asked json := (SELECT json_agg(json_build_object('org', c.organization_id, 'id', c.window_id, 'seconds', c.seconds))
    FROM policy_window_calls c WHERE c.organization_id = org AND c.action_id = call AND c.bound IS NOT NULL AND NOT c.counts);
  totals jsonb;
BEGIN
  IF asked IS NULL THEN RETURN false; END IF;
  totals := lock_windows(asked);
  RETURN EXISTS (SELECT FROM policy_window_calls c
    WHERE c.organization_id = org AND c.action_id = call AND c.bound IS NOT NULL AND NOT c.counts
      AND exceeds((totals ->> (org || ' ' || c.window_id))::numeric + c.amount, c.operator, c.bound));
END $$;
