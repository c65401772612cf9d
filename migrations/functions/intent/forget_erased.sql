-- The evaluation of a session has words of its calls: it is made again, as after a change of the rules, without those of an erased call.
CREATE OR REPLACE FUNCTION forget_erased() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM intent_judgements WHERE organization_id = NEW.organization_id AND session_id = NEW.session_id;
  DELETE FROM action_intents WHERE organization_id = NEW.organization_id AND session_id = NEW.session_id;
  UPDATE session_intents SET evaluator = 'erased', progress = '{}', evaluated_sequence = 0
  WHERE organization_id = NEW.organization_id AND session_id = NEW.session_id;
  RETURN NULL;
END $$;
