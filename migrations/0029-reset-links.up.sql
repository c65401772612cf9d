-- A link to set a password stays good whatever is asked meanwhile: a user may have several.
DROP INDEX mailed_links_reset;
-- The form in which addresses are stored and compared has no quotes that are not needed. Where an account without them is there
-- already, the other one keeps its address and signs in through a provider alone.
UPDATE users u SET email = regexp_replace(u.email, '^"([^"]+)"@', '\1@')
WHERE u.email ~ '^"[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+([.][A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*"@'
  AND NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(regexp_replace(u.email, '^"([^"]+)"@', '\1@')));
