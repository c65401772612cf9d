DROP FUNCTION unevaluated_sessions(uuid, integer);
DROP TABLE intent_judge_days;
DROP TABLE intent_judgements;
DROP TABLE action_intents;
DROP TABLE session_intents;
DROP FUNCTION count_intent();
DROP TABLE intent_counts;
