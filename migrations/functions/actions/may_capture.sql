-- Tells whether the state before a call may be captured: the epoch is current, the session is open, the idempotency key is new,
-- and there is room for a snapshot.
-- One round trip for the usual capture (src/actions/precapture/fast-path-captures.ts). False says no more than that one of these does
-- not hold: the general form finds out which.
CREATE OR REPLACE FUNCTION may_capture(organization uuid, in_session uuid, known_epoch bigint, most integer, most_bytes bigint,
  key_scope text)
RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  spoken_for text;
BEGIN
  spoken_for := set_config('app.organizations', ARRAY[organization]::text, true);
  RETURN coalesce((epochs_of(ARRAY[organization]))[1] = known_epoch, false)
    AND EXISTS (SELECT FROM session_states s
      WHERE s.id = in_session AND s.organization_id = organization AND NOT s.rolled AND s.status <> 'COMPLETED')
    AND is_new_key(organization, key_scope)
    AND has_room_for_captures(organization, most, most_bytes);
END $$;
