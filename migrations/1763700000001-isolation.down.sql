DROP PROCEDURE allow_lookup(regclass);
DROP PROCEDURE isolate(regclass, name);
DROP FUNCTION current_organizations();
