// SQL: it finds what keys may name over views of three other modules in one statement.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SessionRollbacks } from '../sessions/session-rollbacks.js';

/** Removes sessions from the ledger, for every reason. */
@Injectable()
export class SessionRemoval {
  constructor(private readonly sessionRollbacks: SessionRollbacks) {}

  /** Removes sessions that the transaction has locked. Answers their number. */
  async remove(em: EntityManager, organizationId: string, ids: readonly string[]): Promise<number> {
    await this.forgetIdempotencyKeys(em, organizationId, ids);
    return this.sessionRollbacks.purge(em, organizationId, ids);
  }

  /** The keys name the removed resources, and would answer a repeated request with them. */
  private async forgetIdempotencyKeys(em: EntityManager, organizationId: string, ids: readonly string[]) {
    await em.query(
      `SELECT forget_idempotency_keys($1, ARRAY(
         SELECT unnest($2::uuid[])
         UNION ALL SELECT id FROM action_details WHERE organization_id = $1 AND session_id = ANY ($2)
         UNION ALL SELECT id FROM session_snapshots WHERE organization_id = $1 AND session_id = ANY ($2)
         UNION ALL SELECT id FROM approval_states WHERE organization_id = $1 AND session_id = ANY ($2)
         UNION ALL SELECT id FROM rollbacks WHERE organization_id = $1 AND session_id = ANY ($2)))`,
      [organizationId, ids],
    );
  }
}
