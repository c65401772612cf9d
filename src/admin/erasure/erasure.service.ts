// SQL: it reads sessions through a view of their module.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Accounts } from '../../auth/organizations/accounts.js';
import { Database } from '../../platform/database/database.js';
import { type OwnedTable, referringFirst } from './erasure.js';
import { OWNED_TABLES } from './owned-tables.js';

/** The most rows, and the most sessions searched for rows, in one statement, so that no transaction is long. */
const BATCH_ROWS = 2_000;
const BATCH_SESSIONS = 200;

/** Another process holds the organization, or it is gone: the next run of the job looks again. */
class NotOursError extends Error {}

/**
 * Erases every row of a deleted organization, its own last (docs/contract.md, "Audit": only this removes the audit). It
 * stores no progress: the remaining rows are the remaining work. Any number of processes may run it, and each may be
 * stopped or killed at any point.
 */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
  ) {}

  /** Answers false when it stopped before the end: on request, or because another process erases the organization. */
  async erase(organizationId: string, isStopped: () => boolean): Promise<boolean> {
    try {
      const tables = await this.batch(organizationId, (em) => em.query(OWNED_TABLES));
      for (const table of referringFirst(tables)) {
        const emptied = table.sessionColumn
          ? await this.emptyBySession(organizationId, table, isStopped)
          : await this.empty(organizationId, table, [], isStopped);
        if (!emptied) return false;
      }
      await this.batch(organizationId, (em) => this.accounts.remove(em, organizationId));
      return true;
    } catch (error) {
      if (error instanceof NotOursError) return false;
      throw error;
    }
  }

  /** Most tables of the ledger have no index by organization, which every action would have to pay for. */
  private async emptyBySession(organizationId: string, table: OwnedTable, isStopped: () => boolean): Promise<boolean> {
    for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
      const sessions: { id: string }[] = await this.batch(organizationId, (em) =>
        em.query('SELECT id FROM session_states WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3', [
          organizationId,
          last,
          BATCH_SESSIONS,
        ]),
      );
      const ids = sessions.map(({ id }) => id);
      const next = ids.at(-1);
      if (!next) return true;
      if (!(await this.empty(organizationId, table, ids, isStopped))) return false;
      last = next;
    }
  }

  private async empty(
    organizationId: string,
    { name, sessionColumn }: OwnedTable,
    sessions: readonly string[],
    isStopped: () => boolean,
  ): Promise<boolean> {
    for (;;) {
      if (isStopped()) return false;
      const [{ erased }]: [{ erased: number }] = await this.batch(organizationId, (em) =>
        em.query('SELECT erase_rows($1, $2, $3, $4, $5) AS erased', [
          name,
          organizationId,
          sessionColumn,
          sessions,
          BATCH_ROWS,
        ]),
      );
      if (erased < BATCH_ROWS) return true;
    }
  }

  /**
   * Runs one transaction that locks the organization alone, which must have been deleted.
   * @throws NotOursError
   */
  private batch<T>(organizationId: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(organizationId, async (em) => {
      if (!(await this.accounts.lockDeleted(em, organizationId))) throw new NotOursError();
      // The rows are ever fewer than the planner believes; it would read whole tables for the last of them.
      await em.query("SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)");
      return work(em);
    });
  }
}
