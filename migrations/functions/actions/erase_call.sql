-- Erases a call with its snapshots, and the names by which `target` finds its session. Other modules empty what they have of it by
-- triggers. The session is locked, and the call is over.
CREATE OR REPLACE FUNCTION erase_call(organization uuid, call uuid, targets text[], operator text) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE actions a SET erased_at = now(), erased_by = operator, updated_at = now() WHERE a.organization_id = organization AND a.id = call;
  UPDATE snapshots n SET capture_failed = true, content = NULL, resource = NULL, bytes = 0, reason = 'The call was erased.', redacted = NULL,
    sealed = NULL
  WHERE n.organization_id = organization AND (n.action_id = call OR n.id IN (
    SELECT f.former_id FROM snapshots f WHERE f.organization_id = organization AND f.action_id = call));
  DELETE FROM session_traits t USING actions a
  WHERE a.organization_id = organization AND a.id = call AND t.organization_id = organization AND t.session_id = a.session_id
    AND t.kind = 'target' AND t.name = ANY (targets);
END $$;
