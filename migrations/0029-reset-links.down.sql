DELETE FROM mailed_links l USING mailed_links newer
WHERE l.purpose = 'reset-password' AND newer.purpose = 'reset-password' AND newer.user_id = l.user_id AND newer.id > l.id;
CREATE UNIQUE INDEX mailed_links_reset ON mailed_links (user_id) WHERE purpose = 'reset-password';
