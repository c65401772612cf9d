-- An operator may erase the arguments and the answer of a call for good. Its hash, outcome and place stay.
ALTER TABLE actions
  ADD COLUMN erased_at timestamptz(3),
  ADD COLUMN erased_by text,
  ADD CONSTRAINT actions_erased_check CHECK ((erased_at IS NULL) = (erased_by IS NULL));
