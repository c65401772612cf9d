import { Injectable } from '@nestjs/common';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { Page } from '../platform/http/answers/answer.js';
import type { PageQuery } from '../platform/http/input/page.dto.js';
import { queryMoment } from '../platform/http/input/query-moment.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import type { AuditEntry } from './audit-entry.js';
import { AuditHeadEntity } from './audit-head.entity.js';
import { findEntries } from './audit-search.js';
import { genesisOf, type Link } from './chain.js';
import { type Seen, seenOf, type Verdict, verifySeen } from './verify-chain.js';

const ENTRIES_AT_ONCE = 500;

export interface AuditQuery extends PageQuery {
  /** ISO 8601, as `until`. */
  readonly since?: string;
  readonly until?: string;
  readonly text?: string;
}

/** Reads the audit log, newest entries first (docs/contract.md, "Audit"). */
@Injectable()
export class AuditLogService {
  constructor(private readonly database: Database) {}

  /** @throws 400 for a `since` or `until` that is no moment */
  list(organizationId: string, { limit, cursor, since, until, text }: AuditQuery) {
    const filter = {
      organizationId,
      limit,
      ...(text !== undefined && { text }),
      ...(cursor !== undefined && { before: cursor }),
      ...(since !== undefined && { since: queryMoment('since', since) }),
      ...(until !== undefined && { until: queryMoment('until', until) }),
    };
    return this.database.transaction(organizationId, async (em) => {
      const { ids, nextCursor, searchedTo } = await findEntries(em, filter);
      const order = { id: 'DESC' } as const;
      const entries = await em.find(AuditEntryEntity, { where: { organizationId, id: In([...ids]) }, order });
      return new Page(entries.map(toAuditEntryView), nextCursor, null, searchedTo);
    });
  }

  /** Every entry of one action, oldest first. It reads the whole chain, so it is not for a request. */
  async allOf(em: EntityManager, organizationId: string, action: string): Promise<AuditEntry[]> {
    const entries = await em.find(AuditEntryEntity, { where: { organizationId, action }, order: { id: 'ASC' } });
    return entries.map(toAuditEntryView);
  }

  /** The newest link of the chain. */
  async newest(em: EntityManager, organizationId: string): Promise<Link> {
    const head = await em.findOneBy(AuditHeadEntity, { organizationId });
    return head ? { sequence: Number(head.sequence), hash: head.hash } : genesisOf(organizationId);
  }

  /** Verifies the whole chain as it is in the database. It reads every entry, so it is not for a request. */
  async verify(em: EntityManager, organizationId: string): Promise<Verdict> {
    const seen: (Seen | null)[] = [];
    for (let after = 0, isMore = true; isMore; ) {
      const where = { organizationId, sequence: MoreThan(String(after)) };
      const entries = await em.find(AuditEntryEntity, { where, order: { sequence: 'ASC' }, take: ENTRIES_AT_ONCE });
      seen.push(...entries.map((entry) => seenOf(toAuditEntryView(entry))));
      after = Number(entries.at(-1)?.sequence ?? after);
      isMore = entries.length === ENTRIES_AT_ONCE;
    }
    return verifySeen([seen], { organization: organizationId });
  }
}

/** The hash covers every member but `hash`, so that no member may be added, left out or written differently. */
function toAuditEntryView(entry: AuditEntryEntity): AuditEntry {
  return {
    id: entry.id,
    sequence: Number(entry.sequence),
    actor: entry.actor,
    action: entry.action,
    target: entry.target,
    before: entry.before,
    after: entry.after,
    requestId: entry.requestId,
    createdAt: entry.createdAt.toISOString(),
    hash: entry.hash,
    previousHash: entry.previousHash,
  };
}
