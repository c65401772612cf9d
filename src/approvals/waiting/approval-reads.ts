import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { ApprovalRow } from '../approval.view.js';
import { ApprovalsRepository } from '../approvals.repository.js';

const APPROVALS_PER_READ = 200;

interface Asked {
  readonly organizationId: string;
  readonly id: string;
  readonly by: { resolve(row: ApprovalRow | null): void; reject(error: unknown): void }[];
}

/**
 * One decision wakes every request that waits for it. Requests that arrive while a read is in flight share the next
 * one. A single request reads at once, and no request gets a state older than its own start.
 */
@Injectable()
export class ApprovalReads {
  private readonly asked = new Map<string, Asked>();
  private reading = false;

  constructor(
    private readonly database: Database,
    private readonly repository: ApprovalsRepository,
  ) {}

  read(organizationId: string, id: string): Promise<ApprovalRow | null> {
    const key = `${organizationId} ${id}`;
    return new Promise((resolve, reject) => {
      const asked = this.asked.get(key) ?? { organizationId, id, by: [] };
      asked.by.push({ resolve, reject });
      this.asked.set(key, asked);
      if (!this.reading) void this.readAll();
    });
  }

  private async readAll(): Promise<void> {
    this.reading = true;
    while (this.asked.size > 0) {
      const batch = [...this.asked].slice(0, APPROVALS_PER_READ);
      for (const [key] of batch) this.asked.delete(key);
      await this.answer(batch.map(([, asked]) => asked));
    }
    this.reading = false;
  }

  private async answer(batch: readonly Asked[]): Promise<void> {
    const organizations = [...new Set(batch.map(({ organizationId }) => organizationId))];
    const ids = batch.map(({ id }) => id);
    try {
      const rows = await this.database.transaction(organizations, (em) =>
        this.repository.findAll(em, organizations, ids),
      );
      const byId = new Map(rows.map((row) => [row.approval_id, row]));
      for (const { organizationId, id, by } of batch) {
        const row = byId.get(id);
        for (const { resolve } of by) resolve(row?.organization_id === organizationId ? row : null);
      }
    } catch (error) {
      for (const { by } of batch) for (const { reject } of by) reject(error);
    }
  }
}
