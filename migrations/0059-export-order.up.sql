-- The transaction that recorded the action. A reader that takes only what is older than each transaction under way, in this
-- order, misses nothing that becomes visible later. Actions of before have 0, and are ordered by id.
ALTER TABLE actions ADD COLUMN recorded_in bigint NOT NULL DEFAULT 0;
ALTER TABLE actions ALTER COLUMN recorded_in SET DEFAULT pg_current_xact_id()::text::bigint;
-- The condition holds for every row. It keeps the index from statements that look an action up by its organization and more.
CREATE INDEX actions_recorded ON actions (organization_id, recorded_in, id) WHERE recorded_in >= 0;
