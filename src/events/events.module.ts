import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { Courier } from './courier.js';
import { DeliveryJob } from './delivery.job.js';
import { DeliveryOutbox } from './delivery.outbox.js';
import { PruneJob } from './prune.job.js';
import { Receivers } from './receivers.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** What happens, told outside. Who makes it happen knows nothing of it: triggers write the events. */
@Module({
  imports: [CredentialsModule, MailModule],
  controllers: [WebhooksController],
  providers: [
    Courier,
    DeliveryJob,
    DeliveryOutbox,
    PruneJob,
    Receivers,
    WebhookSecrets,
    WebhooksRepository,
    WebhooksService,
  ],
})
export class EventsModule {}
