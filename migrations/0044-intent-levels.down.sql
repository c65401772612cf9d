DROP TABLE intent_marks;
DROP TABLE intent_levels;
DROP TABLE intent_settings;
