DROP TABLE intent_judge_days, intent_judgements, intent_counts, action_intents, session_intents;
