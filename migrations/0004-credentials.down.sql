DROP TABLE credentials, organization_keys;
