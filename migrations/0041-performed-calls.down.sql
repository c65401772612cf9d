DROP TABLE performed_calls;
ALTER TABLE actions DROP COLUMN performed;
ALTER TABLE credentials DROP COLUMN agent_operations;
