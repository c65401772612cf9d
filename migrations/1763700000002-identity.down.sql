DROP FUNCTION read_epoch(uuid);
DROP FUNCTION user_of_email(text);
DROP FUNCTION organization_of_api_key(uuid);
DROP TABLE agents, api_keys, users, organizations;
