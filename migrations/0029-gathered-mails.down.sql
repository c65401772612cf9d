DROP INDEX webhook_deliveries_mails;
ALTER TABLE webhook_deliveries DROP COLUMN sent_at, DROP COLUMN gathered;
