import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { Courier } from './delivery/courier.js';
import { DeliveryJob } from './delivery/delivery.job.js';
import { DeliveryOutbox } from './delivery/delivery.outbox.js';
import { GatheredMails } from './delivery/gathered-mails.js';
import { PruneJob } from './delivery/prune.job.js';
import { Receivers } from './webhooks/receivers.js';
import { WebhookSecrets } from './webhooks/webhook-secrets.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { WebhooksRepository } from './webhooks/webhooks.repository.js';
import { WebhooksService } from './webhooks/webhooks.service.js';

/**
 * Sends events to receivers outside. The modules that cause the events do not know of it: triggers write the events.
 */
@Module({
  imports: [CredentialsModule, MailModule],
  controllers: [WebhooksController],
  providers: [
    Courier,
    DeliveryJob,
    DeliveryOutbox,
    GatheredMails,
    PruneJob,
    Receivers,
    WebhookSecrets,
    WebhooksRepository,
    WebhooksService,
  ],
})
export class EventsModule {}
