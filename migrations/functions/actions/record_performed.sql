-- Writes the outcome of a call that the service made, where the action is cleared still; its session is locked and active. The
-- outcome was decided before (src/actions/ledger/performed-outcome.ts). False: the action is in another state, nothing was written.
CREATE OR REPLACE FUNCTION record_performed(organization uuid, in_session uuid, action uuid, next_effect integer, outcome json,
  answer text, of_resource text, of_content text) RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  kept json := outcome -> 'snapshot';
  new_snapshot uuid := kept ->> 'id';
BEGIN
  PERFORM FROM actions a WHERE a.organization_id = organization AND a.id = action AND a.session_id = in_session AND a.performed
    AND a.status = 'CLEARED' AND a.violation IS NULL AND (a.operation_type = 'READ') = (outcome ->> 'isRead')::boolean;
  IF NOT FOUND THEN RETURN false; END IF;
  IF new_snapshot IS NOT NULL THEN
    INSERT INTO snapshots (id, organization_id, session_id, api_name, payload_hash, action_id, former_id, bytes, capture_failed,
      reason, resource, content, reversibility, redacted, sealed)
    VALUES (new_snapshot, organization, in_session, kept ->> 'apiName', kept ->> 'payloadHash', action, (kept ->> 'formerId')::uuid,
      (kept ->> 'bytes')::integer, of_content IS NULL, kept ->> 'reason', of_resource::json, of_content::json,
      kept ->> 'reversibility', (kept ->> 'redacted')::jsonb, kept ->> 'sealed');
  END IF;
  UPDATE actions a SET status = outcome ->> 'status', response = answer::json, precapture_id = coalesce(new_snapshot, a.precapture_id),
    redacted = redacted_with_answer(a.redacted, (outcome ->> 'redacted')::jsonb),
    sealed = sealed_with_answer(a.sealed, (outcome ->> 'sealed')::jsonb),
    updated_at = now(), effect_sequence =
      CASE WHEN (outcome ->> 'takesEffect')::boolean THEN coalesce(a.effect_sequence, next_effect) ELSE a.effect_sequence END
  WHERE a.organization_id = organization AND a.id = action;
  PERFORM count_in_sessions(outcome -> 'counts'), note_action_changes(outcome -> 'notes');
  RETURN true;
END $$;
