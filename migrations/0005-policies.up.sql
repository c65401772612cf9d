CREATE TABLE policies (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  api_name_pattern text NOT NULL,
  condition json,
  action text NOT NULL CHECK (action IN ('ALLOW', 'REQUIRE_APPROVAL', 'BLOCK')),
  enabled boolean NOT NULL,
  reason text,
  mode text NOT NULL CHECK (mode IN ('enforce', 'shadow')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- How many operators have to approve; an approval keeps what its policies asked for when it was opened.
  required_approvals integer NOT NULL DEFAULT 1 CHECK (required_approvals >= 1)
);
CREATE INDEX policies_page ON policies (organization_id, id DESC);
CALL isolate('policies');
