DROP TABLE rollback_steps, rollbacks, agent_rollbacks;
