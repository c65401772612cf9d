-- When a mail was sent last, and whether it waits for others of its agent: after three mails in ten minutes they go together.
ALTER TABLE webhook_deliveries ADD COLUMN sent_at timestamptz(3), ADD COLUMN gathered boolean NOT NULL DEFAULT false;
CREATE INDEX webhook_deliveries_mails ON webhook_deliveries (webhook_id, user_id, sent_at) WHERE user_id IS NOT NULL;
