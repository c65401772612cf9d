ALTER TABLE action_intents DROP scope_adherence, DROP target_adherence, DROP effect_severity;
