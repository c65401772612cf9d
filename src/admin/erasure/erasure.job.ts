import { Injectable } from '@nestjs/common';
import { BillingService } from '../../billing/billing.service.js';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { type DueAge, watchDue } from '../../platform/telemetry/due-work-meter.js';
import { ErasureService } from './erasure.service.js';

const EVERY_MS = 2_000;
const AT_MOST = 10_000;
const AGAIN_AFTER_MS = 60_000;

/** Finds deleted organizations and erases them, in the process that locks one first. */
@Injectable()
export class ErasureJob extends Periodic {
  private readonly notBefore = new Map<string, number>();
  private readonly loggedWaiting = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly billing: BillingService,
    private readonly erasure: ErasureService,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
    watchDue('erasure', () => database.lookup<DueAge>('SELECT oldest_due_erasure() AS seconds', []));
  }

  protected async work(): Promise<void> {
    const deleted = await this.database.lookup<{ id: string }>('SELECT deleted_organizations($1) AS id', [AT_MOST]);
    const now = performance.now();
    const ready = deleted.filter(({ id }) => (this.notBefore.get(id) ?? 0) <= now);
    await this.each(ready, ({ id }) => this.erase(id));
  }

  /**
   * Deletes the customers at Stripe first, because they would go on paying: until Stripe has done so, nothing is
   * erased.
   */
  private async erase(organizationId: string): Promise<void> {
    // A failed erasure is retried later, so that it does not delay other organizations.
    this.notBefore.set(organizationId, performance.now() + AGAIN_AFTER_MS);
    const left = await this.billing.closeCustomers(organizationId);
    if (left.length > 0) return this.logWaiting(organizationId, left);
    const done = await this.erasure.erase(organizationId, () => this.isStopped);
    this.notBefore.delete(organizationId);
    this.loggedWaiting.delete(organizationId);
    if (done) this.logger.info({ organizationId }, 'an organization was erased');
  }

  /** Logs it once for each organization: only the operator of this installation can change it. */
  private logWaiting(organizationId: string, customers: readonly string[]): void {
    if (this.loggedWaiting.has(organizationId)) return;
    this.loggedWaiting.add(organizationId);
    this.logger.warn({ organizationId, customers }, 'an erasure waits for STRIPE_SECRET_KEY, to delete its customers');
  }
}
