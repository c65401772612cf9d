import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { WebhookDeliveryEntity } from '../entities/webhook-delivery.entity.js';

const EVERY_MS = 60_000;
const KEPT = '30 days';
const AT_MOST = 1_000;

/** Deletes deliveries after a month (docs/webhooks.md), whatever their result. */
@Injectable()
export class PruneJob extends Periodic {
  constructor(
    private readonly database: Database,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const old = await this.database.lookup<{ delivery_id: string; organization_id: string }>(
      'SELECT * FROM old_deliveries($1, $2)',
      [KEPT, AT_MOST],
    );
    const organizations = [...new Set(old.map((row) => row.organization_id))];
    await this.each(organizations, (organizationId) => {
      const ids = old.filter((row) => row.organization_id === organizationId).map((row) => row.delivery_id);
      return this.database.transaction(organizationId, (em) =>
        em.delete(WebhookDeliveryEntity, { organizationId, id: In(ids) }),
      );
    });
    if (old.length === AT_MOST) this.wake();
  }
}
