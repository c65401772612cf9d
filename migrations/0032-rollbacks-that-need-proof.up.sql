-- Rollbacks of before were begun by the rules of before. From here on a row that does not say it needs proof.
ALTER TABLE rollbacks ADD COLUMN needs_proof boolean NOT NULL DEFAULT false;
ALTER TABLE rollbacks ALTER COLUMN needs_proof SET DEFAULT true;
