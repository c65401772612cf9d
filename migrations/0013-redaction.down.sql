DROP TABLE redaction_settings;
