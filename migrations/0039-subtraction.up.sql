-- Calls of which an operator has the sums taken off what is there.
ALTER TABLE rollbacks ADD COLUMN subtracted uuid[] NOT NULL DEFAULT '{}';
