DROP INDEX sessions_blocked;
ALTER TABLE sessions DROP COLUMN blocked;
