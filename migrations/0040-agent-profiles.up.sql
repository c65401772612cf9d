-- What an agent does in its sessions (operations, targets, sizes), under hashes of their names, at most 64 KB. It lives and is
-- erased with what was learned of the agent's scores. Null: nothing was learned yet.
ALTER TABLE intent_levels ADD COLUMN profile json CHECK (octet_length(profile::text) <= 65536);
