-- A link to set a password stays good whatever is asked meanwhile: a user may have several.
DROP INDEX mailed_links_reset;

-- Addresses are stored and compared without quotes that they do not need. Where an account has the plain form already, the
-- other one keeps its address: it signs in through its provider, if it has one.
-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
UPDATE users u SET email = regexp_replace(u.email, '^"([^"]+)"@', '\1@')
WHERE u.email ~ '^"[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+([.][A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*"@'
  AND NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(regexp_replace(u.email, '^"([^"]+)"@', '\1@')));
ALTER TABLE users FORCE ROW LEVEL SECURITY;
