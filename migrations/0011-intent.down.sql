DROP TABLE intent_marks, intent_levels, intent_settings, intent_judge_days, intent_judgements, intent_counts, action_intents,
  session_intents;
