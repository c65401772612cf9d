import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/jobs/periodic.js';
import { PinoLogger } from '../platform/pino-logger.js';
import { Courier } from './courier.js';

const EVERY_MS = 1_000;
const MAX_CONCURRENT_DELIVERIES = 64;
/** A receiver that answers slowly holds up itself alone. */
const OF_EACH = 4;

interface Due {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly organization_id: string;
}

/** Sends what is due, of any organization. */
@Injectable()
export class DeliveryJob extends Periodic {
  /** The receiver of each delivery that is on its way. */
  private readonly underWay = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly courier: Courier,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const free = MAX_CONCURRENT_DELIVERIES - this.underWay.size;
    if (free <= 0) return;
    const due = await this.database.lookup<Due>('SELECT * FROM due_deliveries($1, $2, $3)', [
      free,
      OF_EACH,
      this.busy(),
    ]);
    for (const one of due) this.start(one);
  }

  private start({ delivery_id: id, webhook_id: webhookId, organization_id: organizationId }: Due): void {
    if (this.isStopped || this.underWay.has(id) || this.sending(webhookId) >= OF_EACH) return;
    this.underWay.set(id, webhookId);
    void this.courier.deliver(organizationId, id).then(() => {
      // There may be more than were taken up at once.
      const wasFull = this.underWay.size === MAX_CONCURRENT_DELIVERIES || this.sending(webhookId) === OF_EACH;
      this.underWay.delete(id);
      if (wasFull) this.wake();
    });
  }

  private sending(webhookId: string): number {
    return [...this.underWay.values()].filter((one) => one === webhookId).length;
  }

  private busy(): string[] {
    return [...new Set(this.underWay.values())].filter((webhookId) => this.sending(webhookId) >= OF_EACH);
  }
}
