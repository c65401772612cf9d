import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { canonicalHash } from '../platform/hash.js';
import { newId } from '../platform/ids.js';
import type { By, Change } from './audit-entry.js';

/** Contract, "Audit": one entry for each change, in its own transaction, chained by hash. */
@Injectable()
export class AuditTrail {
  /**
   * Call it last in the transaction that makes the changes: it locks the head of the organization's chain, and whoever
   * holds that waits for nothing else.
   */
  async record(em: EntityManager, by: By, ...changes: readonly Change[]): Promise<void> {
    const { organizationId, requestId, kind, id: actorId, label } = by;
    await em.query('INSERT INTO audit_heads (organization_id) VALUES ($1) ON CONFLICT DO NOTHING', [organizationId]);
    const [head]: { sequence: string; hash: string }[] = await em.query(
      'SELECT sequence, hash FROM audit_heads WHERE organization_id = $1 FOR UPDATE',
      [organizationId],
    );
    if (!head) throw new Error('an organization without a head of its audit');
    // Asked for only now: whoever waited for the head comes later.
    const [clock]: { now: Date }[] = await em.query('SELECT clock_timestamp()::timestamptz(3) AS now');
    const createdAt = clock?.now.toISOString();
    let [sequence, previousHash] = [Number(head.sequence), head.hash];
    for (const { action, target, before, after } of changes) {
      sequence++;
      const id = newId();
      const actor = { kind, id: actorId, label };
      const entry = { id, sequence, actor, action, target, before, after, requestId, createdAt, previousHash };
      const hash = canonicalHash(entry);
      await em.query(
        `INSERT INTO audit_entries (id, organization_id, sequence, actor, action, target, before, after, request_id,
           created_at, previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          id,
          organizationId,
          sequence,
          JSON.stringify(actor),
          action,
          JSON.stringify(target),
          before && JSON.stringify(before),
          after && JSON.stringify(after),
          requestId,
          createdAt,
          previousHash,
          hash,
        ],
      );
      previousHash = hash;
    }
    await em.query('UPDATE audit_heads SET sequence = $2, hash = $3 WHERE organization_id = $1', [
      organizationId,
      sequence,
      previousHash,
    ]);
  }
}
