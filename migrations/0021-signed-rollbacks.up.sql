-- What a person signed: the plan that was shown, the calls whose conflicts are overwritten, and each conflict as it was shown.
ALTER TABLE rollbacks ADD COLUMN plan_hash text;
ALTER TABLE rollbacks ADD COLUMN forced uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE rollback_steps ADD COLUMN shown_conflict text;
