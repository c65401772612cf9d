-- An organization says what becomes of a call that no policy matches; without a row, it is allowed.
CREATE TABLE policy_settings (
  organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  unmatched policy_decision NOT NULL
);
CALL isolate('policy_settings');
