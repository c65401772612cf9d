-- An invitation is a link that is mailed on behalf of a member to an address without an account here. It goes with the
-- member who invited: when they are removed, their word counts no more.
ALTER TABLE mailed_links ADD COLUMN email text;
ALTER TABLE mailed_links DROP CONSTRAINT mailed_links_purpose_check;
ALTER TABLE mailed_links
  ADD CONSTRAINT mailed_links_purpose_check CHECK (purpose IN ('reset-password', 'verify-email', 'invitation')),
  ADD CONSTRAINT mailed_links_email_check CHECK ((purpose = 'invitation') = (email IS NOT NULL));
-- One for each address and organization, however many members ask for it at once.
CREATE UNIQUE INDEX mailed_links_invitation ON mailed_links (organization_id, lower(email)) WHERE purpose = 'invitation';
