-- migrate:up
-- An organization says what is replaced in its calls before they are stored; without a row, nothing is.
CREATE TABLE redaction_settings (
  organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  kinds text[] NOT NULL CHECK (kinds <@ ARRAY['card-number', 'key', 'email']),
  rules jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array' AND jsonb_array_length(rules) <= 50)
);
CALL isolate('redaction_settings');

-- migrate:down
DROP TABLE redaction_settings;
