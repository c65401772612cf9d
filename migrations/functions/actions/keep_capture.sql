-- Stores a new snapshot if everything that may_capture asks still holds, now under the locks of the session and of the
-- organization's snapshots. False: nothing was stored, and the general form finds out why.
CREATE OR REPLACE FUNCTION keep_capture(organization uuid, in_session uuid, known_epoch bigint, most integer, most_bytes bigint,
  new_id uuid, of_api_name text, of_payload_hash text, size integer, failed boolean, why text, of_resource text, of_content text,
  undoable text, key_scope text, key_request text)
RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  settings text;
  held record;
BEGIN
  -- Work that waits for longer waits on a connection of its own.
  settings := set_config('app.organizations', ARRAY[organization]::text, true) || set_config('lock_timeout', '200', true);
  held := lock_and_read_sessions(ARRAY[in_session]);
  IF held.owners[1] IS DISTINCT FROM organization OR held.rolled[1] OR held.statuses[1] = 'COMPLETED' THEN RETURN false; END IF;
  IF (epochs_of(ARRAY[organization]))[1] IS DISTINCT FROM known_epoch THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('precaptures ' || organization, 0));
  IF NOT has_room_for_captures(organization, most, most_bytes) THEN RETURN false; END IF;
  IF NOT take_new_key(organization, key_scope, key_request, new_id) THEN RETURN false; END IF;
  INSERT INTO snapshots (id, organization_id, session_id, api_name, payload_hash, bytes, capture_failed, reason, resource, content,
    reversibility)
  VALUES (new_id, organization, in_session, of_api_name, of_payload_hash, size, failed, why, of_resource::json, of_content::json,
    undoable);
  RETURN true;
END $$;
