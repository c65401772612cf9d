import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type Due, DueWork } from '../../platform/due-work/due-work.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { type DueAge, watchDue } from '../../platform/telemetry/due-work-meter.js';
import { Courier } from './courier.js';

const EVERY_MS = 1_000;
const MAX_CONCURRENT_DELIVERIES = 64;
const OF_EACH = 4;
/**
 * A receiver that takes longer than this to answer gets one delivery at a time, beside those of the others: it holds up
 * itself alone. The number of such deliveries bounds the open sockets.
 */
const SLOW = { afterMs: 2_000, atOnce: 512 };
/** The most deliveries of one organization at a time, so that its receivers delay no other organization. */
const OF_ORGANIZATION = 16;

interface Row {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly organization_id: string;
}

/** Sends the due deliveries of any organization. */
@Injectable()
export class DeliveryJob extends DueWork {
  constructor(
    private readonly database: Database,
    private readonly courier: Courier,
    logger: PinoLogger,
  ) {
    const limits = { ofEach: OF_EACH, ofOrganization: OF_ORGANIZATION, slow: SLOW };
    super({ everyMs: EVERY_MS, atOnce: MAX_CONCURRENT_DELIVERIES, ...limits }, logger);
    watchDue('webhook', () => database.lookup<DueAge>('SELECT oldest_due_delivery() AS seconds', []));
  }

  protected async due(free: number, busy: readonly string[]): Promise<Due[]> {
    const due = await this.database.lookup<Row>('SELECT * FROM due_deliveries($1, $2, $3)', [free, OF_EACH, busy]);
    return due.map((row) => ({ id: row.delivery_id, organizationId: row.organization_id, share: row.webhook_id }));
  }

  protected carryOut({ id, organizationId }: Due): Promise<void> {
    return this.courier.deliver(organizationId, id);
  }

  /** The courier itself ends its deliveries. */
  protected stop(): void {}
}
