// SQL: the head of the chain is locked and read in one round trip, and written with its entries in another: others wait for it.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { idAt } from '../platform/ids.js';
import type { AuditEntry, By, Change } from './audit-entry.js';
import { genesisOf, type Link, linkTo } from './chain.js';

/** docs/contract.md, "Audit": one entry for each change, in its own transaction, chained by hash. */
@Injectable()
export class AuditTrail {
  /**
   * Records changes in the audit log. Call it last in the transaction that makes the changes: it locks the head of the
   * organization's chain, and a transaction that holds it waits for nothing else. Without a change it does nothing.
   */
  async record(em: EntityManager, by: By, ...changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    const { organizationId, requestId, kind, id: actorId, token } = by;
    const label = token ? `${by.label} (token ${token.name})` : by.label;
    const { now, ...head } = await lockHead(em, organizationId);
    const actor = { kind, id: actorId, label };
    let last: Link = head;
    const entries = changes.map((change) => {
      const id = idAt(now, last.sequence + 1);
      const entry = linkTo(last, { ...change, id, actor, requestId, createdAt: now.toISOString() });
      last = entry;
      return entry;
    });
    await append(em, organizationId, entries, last);
  }
}

/** Reads the clock only after it has locked the head, so that times follow the order of the locks. */
async function lockHead(em: EntityManager, organizationId: string): Promise<Link & { now: Date }> {
  const [head]: { sequence: string; hash: string; now: Date }[] = await em.query(
    `INSERT INTO audit_heads (organization_id, hash) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET sequence = audit_heads.sequence
     RETURNING sequence, hash, greatest(last_at, clock_timestamp()::timestamptz(3)) AS now`,
    [organizationId, genesisOf(organizationId).hash],
  );
  if (!head) throw new Error('an organization without a head of its audit');
  return { sequence: Number(head.sequence), hash: head.hash, now: head.now };
}

/** Appends the entries in one round trip, because all writers of the organization wait for it. */
async function append(
  em: EntityManager,
  organizationId: string,
  entries: readonly AuditEntry[],
  { sequence, hash }: Link,
) {
  await em.query(
    `WITH written AS (
       INSERT INTO audit_entries (id, organization_id, sequence, actor, action, target, before, after, request_id,
         created_at, previous_hash, hash)
       SELECT e.id, $1, e.sequence, e.actor, e.action, e.target, e.before, e.after, e."requestId", e."createdAt",
         e."previousHash", e.hash
       FROM json_to_recordset($2) AS e(id uuid, sequence bigint, actor json, action text, target json, before json,
         after json, "requestId" text, "createdAt" timestamptz, "previousHash" text, hash text)
       RETURNING created_at)
     UPDATE audit_heads SET sequence = $3, hash = $4, last_at = (SELECT max(created_at) FROM written)
     WHERE organization_id = $1`,
    [organizationId, JSON.stringify(entries), sequence, hash],
  );
}
