import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
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

  private async erase(organizationId: string): Promise<void> {
    await this.tellOthers(organizationId);
    const done = await this.erasure.erase(organizationId, () => this.isStopped);
    if (done) this.logger.info({ organizationId }, 'an organization was erased');
  }

  /**
   * The place to tell whoever outside knows the organization that it is gone, such as the provider of billing whose
   * customer it is: its rows, which say how, are still there. Several processes may tell, and a crash tells again, so it
   * must bear repetition; as long as it throws, nothing is erased and it is tried again. Nobody outside knows it yet.
   */
  private async tellOthers(_organizationId: string): Promise<void> {}
}
