DROP TABLE policy_settings;
