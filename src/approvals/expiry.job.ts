import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '../platform/database/database.js';
import { Periodic } from '../platform/jobs/periodic.js';
import { ApprovalsService } from './approvals.service.js';

const EVERY_MS = 1_000;
const AT_MOST = 200;

/** Turns approvals that nobody decided in time into rejections; due rows say what to do, the clock only wakes it. */
@Injectable()
export class ExpiryJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: Periodic;

  constructor(
    private readonly database: Database,
    private readonly approvals: ApprovalsService,
    logger: PinoLogger,
  ) {
    this.job = new Periodic('approval expiry', EVERY_MS, () => this.expireDue(), logger);
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  private async expireDue(): Promise<void> {
    const due = await this.database.lookup<{ approval_id: string; organization_id: string }>(
      'SELECT * FROM due_approvals($1)',
      [AT_MOST],
    );
    for (const row of due) await this.approvals.expire(row.organization_id, row.approval_id);
  }
}
