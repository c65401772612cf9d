-- Each approval keeps the call that it decides on as a sentence; null in rows of before.
ALTER TABLE approvals ADD COLUMN summary text;
