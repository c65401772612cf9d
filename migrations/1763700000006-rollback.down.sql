DROP FUNCTION due_rollbacks(integer);
DROP TABLE rollback_steps, rollbacks;
