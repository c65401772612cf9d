-- Stores the notes of an attempt and prolongs its lease, in one round trip. False: the lease is not held under this fence any more.
CREATE OR REPLACE FUNCTION note_call(organization uuid, action uuid, held_fence bigint, lease_ms integer, notes text)
RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  spoken_for text;
BEGIN
  spoken_for := set_config('app.organizations', ARRAY[organization]::text, true);
  UPDATE performed_calls SET noted = notes::json, leased_until = clock_timestamp() + lease_ms * interval '1 millisecond'
  WHERE organization_id = organization AND action_id = action AND fence = held_fence AND state IN ('queued', 'running');
  RETURN FOUND;
END $$;
