DROP TABLE performed_calls;
DROP DOMAIN call_state;
ALTER TABLE actions DROP COLUMN performed;
ALTER TABLE credentials DROP COLUMN agent_operations;
