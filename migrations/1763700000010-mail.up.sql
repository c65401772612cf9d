-- A link that goes to a user by mail: the mail to be sent, and, once it is, what its token is known by. The token itself is
-- never here: it is derived at the moment of sending, and its life begins then.
CREATE TABLE mailed_links (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset-password', 'verify-email')),
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'SENT')),
  attempts integer NOT NULL DEFAULT 0,
  -- When something is to be done with it: a queued mail is sent, a sent link has expired. Whoever sends puts it off first,
  -- by longer than sending can take.
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  token_hash text,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((token_hash IS NULL) = (expires_at IS NULL)),
  CHECK (status = 'QUEUED' OR token_hash IS NOT NULL)
);
CREATE INDEX mailed_links_organization ON mailed_links (organization_id);
CREATE INDEX mailed_links_user ON mailed_links (user_id);
CREATE INDEX mailed_links_due ON mailed_links (due_at);
CREATE UNIQUE INDEX mailed_links_token ON mailed_links (token_hash);
-- A newer one ends the older.
CREATE UNIQUE INDEX mailed_links_reset ON mailed_links (user_id) WHERE purpose = 'reset-password';
CALL isolate('mailed_links');

-- Somebody has forgotten the password of an address, whether there is such an account or not: nobody has looked yet. Until
-- then it belongs to no organization, and speaks for itself alone.
CREATE TABLE reset_requests (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  due_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX reset_requests_due ON reset_requests (due_at);
CALL isolate('reset_requests', 'id');

-- Due work and tokens, across organizations: identifiers only.
CALL allow_lookup('mailed_links');
CALL allow_lookup('reset_requests');
CREATE FUNCTION due_links(at_most integer) RETURNS TABLE (link_id uuid, organization_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, l.organization_id FROM public.mailed_links l WHERE due_at <= now() ORDER BY due_at LIMIT at_most $$;
CREATE FUNCTION link_of_token(hash text, for_purpose text) RETURNS TABLE (link_id uuid, user_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id, l.user_id, l.organization_id FROM public.mailed_links l
      WHERE token_hash = hash AND purpose = for_purpose AND expires_at > now() $$;
-- Null: there is no account with that address.
CREATE FUNCTION due_reset_requests(at_most integer) RETURNS TABLE (request_id uuid, user_id uuid, organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT r.id, u.id, u.organization_id 
      FROM (SELECT * FROM public.reset_requests WHERE due_at <= now() ORDER BY due_at LIMIT at_most) r
      LEFT JOIN public.users u ON lower(u.email) = lower(r.email) ORDER BY r.due_at $$;
