import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { BillingService } from '../billing/billing.service.js';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/jobs/periodic.js';
import { ErasureService } from './erasure.service.js';

const EVERY_MS = 2_000;
const AT_MOST = 1_000;

/** Finds the organizations that were deleted and erases them, in whichever process gets hold of one first. */
@Injectable()
export class ErasureJob extends Periodic {
  constructor(
    private readonly database: Database,
    private readonly billing: BillingService,
    private readonly erasure: ErasureService,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const deleted = await this.database.lookup<{ id: string }>('SELECT deleted_organizations($1) AS id', [AT_MOST]);
    for (const { id: organizationId } of deleted) {
      if (this.isStopped) return;
      await this.erase(organizationId).catch((err: unknown) =>
        this.logger.error({ err, organizationId }, 'an erasure stopped and will be taken up again'),
      );
    }
  }

  /** Whoever takes their money is told first: as long as Stripe does not answer, nothing is erased. */
  private async erase(organizationId: string): Promise<void> {
    await this.billing.closeCustomers(organizationId);
    const done = await this.erasure.erase(organizationId, () => this.isStopped);
    if (done) this.logger.info({ organizationId }, 'an organization was erased');
  }
}
