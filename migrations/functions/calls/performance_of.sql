-- Answers the progress of a performed call, as the API shows it.
CREATE OR REPLACE FUNCTION performance_of(organization uuid, call uuid) RETURNS json LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN (SELECT json_build_object('state', state, 'startedAt', started_at, 'finishedAt', finished_at, 'attempts', attempts,
      'reason', reason)
    FROM performed_calls WHERE organization_id = organization AND action_id = call);
END $$;
