DROP FUNCTION organizations_behind(integer, uuid, integer);
DROP POLICY lookup ON organization_keys;
