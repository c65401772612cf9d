-- It answers true if an organization holds only what signing up wrote, so that closing it loses nothing.
CREATE OR REPLACE FUNCTION is_unused(organization uuid) RETURNS boolean LANGUAGE sql STABLE
AS $$
  SELECT NOT EXISTS (SELECT FROM tables_with_rows(organization) AS name
      WHERE name NOT IN ('users', 'browser_sessions', 'identities', 'spent_states', 'mailed_links', 'audit_heads', 'audit_entries'))
    AND NOT EXISTS (SELECT FROM mailed_links l WHERE l.organization_id = organization AND l.purpose = 'invitation')
    AND NOT EXISTS (SELECT FROM audited_actions a WHERE a.organization_id = organization AND NOT starts_with(a.action, 'member.'))
$$;
