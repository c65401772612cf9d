DROP TABLE remade_resources, rollback_steps, rollbacks, agent_rollbacks;
