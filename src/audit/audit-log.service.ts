import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { findPage } from '../platform/database/page.js';
import type { PageQuery } from '../platform/http/input/page.dto.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import type { AuditEntry } from './audit-entry.js';

/** Reads the audit log, newest entries first (docs/contract.md, "Audit"). */
@Injectable()
export class AuditLogService {
  constructor(private readonly database: Database) {}

  list(organizationId: string, query: PageQuery) {
    return this.database.transaction(organizationId, (em) =>
      findPage(em, AuditEntryEntity, organizationId, query, toAuditEntryView),
    );
  }

  /** Every entry of one action, oldest first. It reads the whole chain, so it is not for a request. */
  async allOf(em: EntityManager, organizationId: string, action: string): Promise<AuditEntry[]> {
    const entries = await em.find(AuditEntryEntity, { where: { organizationId, action }, order: { id: 'ASC' } });
    return entries.map(toAuditEntryView);
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
