-- Those that are there already are made anew before they are shown: their evaluator is an older one.
ALTER TABLE action_intents
  ADD scope_adherence double precision CHECK (scope_adherence BETWEEN 0 AND 1),
  ADD target_adherence double precision CHECK (target_adherence BETWEEN 0 AND 1),
  ADD effect_severity double precision NOT NULL DEFAULT 0 CHECK (effect_severity BETWEEN 0 AND 1);
ALTER TABLE action_intents ALTER effect_severity DROP DEFAULT;
