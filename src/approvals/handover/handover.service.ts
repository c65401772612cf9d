import { Injectable } from '@nestjs/common';
import { type EntityManager, Not, Raw } from 'typeorm';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { NOW } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { ApprovalEntity } from '../approval.entity.js';
import { ApprovalViewerEntity } from './approval-viewer.entity.js';

/** A page says every 10 seconds that it is open. */
const RECENTLY = "now() - interval '30 seconds'";

/** Operators leave each other notes on an approval, and see who else has it open (docs/contract.md, "Approvals"). */
@Injectable()
export class HandoverService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /** The note replaces the former one. @throws 404 */
  note(caller: Principal, id: string, note: string | null) {
    const { organizationId, label } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const before = await find(em, organizationId, id);
      const noted = note === null ? { note, notedBy: null, notedAt: null } : { note, notedBy: label, notedAt: NOW };
      await em.update(ApprovalEntity, { id, organizationId }, noted);
      const after = await find(em, organizationId, id);
      const change = { action: 'approval.noted', target: { type: 'approval', id } };
      await this.audit.record(em, caller, { ...change, before: toView(before), after: toView(after) });
      return toView(after);
    });
  }

  /** An operator looks at one approval at a time: the last one that a page of theirs named. @throws 404 */
  view({ organizationId, id: userId, label }: Principal, id: string) {
    return this.database.transaction(organizationId, async (em) => {
      await find(em, organizationId, id);
      const seen = { organizationId, userId, approvalId: id, label, seenAt: NOW };
      await em.upsert(ApprovalViewerEntity, seen, ['organizationId', 'userId']);
      const others = await em.find(ApprovalViewerEntity, {
        where: {
          organizationId,
          approvalId: id,
          userId: Not(userId),
          seenAt: Raw((column) => `${column} > ${RECENTLY}`),
        },
        order: { label: 'ASC' },
      });
      return { id, viewers: others.map(({ label: by, seenAt }) => ({ by, at: seenAt.toISOString() })) };
    });
  }
}

async function find(em: EntityManager, organizationId: string, id: string): Promise<ApprovalEntity> {
  const approval = await em.findOneBy(ApprovalEntity, { id, organizationId });
  if (!approval) throw notFound('approval');
  return approval;
}

const toView = ({ id, note, notedBy, notedAt }: ApprovalEntity) => ({
  id,
  note:
    note === null || notedBy === null || notedAt === null
      ? null
      : { content: note, by: notedBy, at: notedAt.toISOString() },
});
