-- Only the newest link of a user can stay.
ALTER TABLE mailed_links NO FORCE ROW LEVEL SECURITY;
DELETE FROM mailed_links l USING mailed_links newer
WHERE l.purpose = 'reset-password' AND newer.purpose = 'reset-password' AND newer.user_id = l.user_id AND newer.id > l.id;
ALTER TABLE mailed_links FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX mailed_links_reset ON mailed_links (user_id) WHERE purpose = 'reset-password';
