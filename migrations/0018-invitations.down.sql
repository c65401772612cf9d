DROP INDEX mailed_links_invitation;
-- Row-level security is forced on the owner too, who speaks for no organization here.
ALTER TABLE mailed_links NO FORCE ROW LEVEL SECURITY;
DELETE FROM mailed_links WHERE purpose = 'invitation';
ALTER TABLE mailed_links FORCE ROW LEVEL SECURITY;
ALTER TABLE mailed_links DROP CONSTRAINT mailed_links_purpose_check;
ALTER TABLE mailed_links ADD CONSTRAINT mailed_links_purpose_check CHECK (purpose IN ('reset-password', 'verify-email'));
ALTER TABLE mailed_links DROP COLUMN email;
