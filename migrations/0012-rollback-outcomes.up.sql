-- How many steps ended how, written when the rollback finishes: listeners need not know the states of steps.
ALTER TABLE rollbacks ADD COLUMN outcomes json;
