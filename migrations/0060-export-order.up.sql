-- The transaction that recorded the action. A reader that takes only what is older than each transaction under way, in this
-- order, misses nothing that becomes visible later. Actions of before have 0, and are ordered by id.
ALTER TABLE actions ADD COLUMN recorded_in bigint NOT NULL DEFAULT 0;
ALTER TABLE actions ALTER COLUMN recorded_in SET DEFAULT pg_current_xact_id()::text::bigint;
CREATE INDEX actions_recorded ON actions (organization_id, recorded_in, id);
