DROP FUNCTION user_of_identity(text, text);
DROP TABLE spent_states, identities;
-- Who had no password gets one nobody knows: the account stays, and can still be recovered by e-mail.
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
UPDATE users SET password_hash = '$argon2id$v=19$m=47104,t=1,p=1$' || rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '=')
  || '$' || rtrim(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '=')
WHERE password_hash IS NULL;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
ALTER TABLE users ALTER COLUMN password_hash SET NOT NULL;
