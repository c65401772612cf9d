DROP FUNCTION read_epochs(uuid[]);
