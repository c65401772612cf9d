-- An approved call goes back to the person (`ask`) or runs (`run`) if its resource has changed since it was shown.
ALTER TABLE policies ADD COLUMN on_change text NOT NULL DEFAULT 'run'
  CONSTRAINT policies_on_change_check CHECK (on_change IN ('ask', 'run'));
