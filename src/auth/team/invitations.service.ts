import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan, Raw } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { Page } from '../../platform/http/answers/answer.js';
import type { PageQuery } from '../../platform/http/input/page.dto.js';
import { newId } from '../../platform/ids.js';
import type { Principal } from '../access/principal.js';
import { unauthenticated } from '../auth.errors.js';
import { type IdempotencyKey, IdempotencyKeys } from '../idempotency.js';
import { mailboxOf } from '../mailed-links/mailbox.js';
import { MailedLinkEntity } from '../mailed-links/mailed-link.entity.js';
import { Members } from '../organizations/members.js';
import { UserEntity } from '../organizations/user.entity.js';
import { sameAddress, toInvitationChange, toInvitationView } from './invitation.js';
import { alreadyInvited, alreadyMember } from './team.errors.js';

const purpose = 'invitation';

/**
 * Manages the invitations of an organization (docs/contract.md, "Team"). An answer says nothing of other organizations.
 */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly members: Members,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws 401 when the caller was removed meanwhile; 409 already-member, already-invited */
  invite(caller: Principal, email: string, key: IdempotencyKey | null) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      if (!(await this.members.hold(em, caller))) throw unauthenticated();
      const changes: Change[] = [];
      const answer = await this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          const invitation = await this.add(em, caller, mailboxOf(email));
          changes.push(toInvitationChange('invitation.created', null, invitation));
          return invitation.id;
        },
        async (id) => toInvitationView(await this.find(em, organizationId, id)),
      );
      await this.audit.record(em, caller, ...changes);
      return answer;
    });
  }

  list({ organizationId }: Principal, { limit, cursor }: PageQuery) {
    return this.database.transaction(organizationId, async (em) => {
      const alive = Raw((column) => `(${column} IS NULL OR ${column} > clock_timestamp())`);
      const where = { organizationId, purpose, expiresAt: alive, ...(cursor && { id: LessThan(cursor) }) } as const;
      const rows = await em.find(MailedLinkEntity, { where, order: { id: 'DESC' }, take: limit + 1 });
      return Page.of(rows, limit, toInvitationView);
    });
  }

  /** Its link opens nothing any more. @throws 404, also when it was accepted before */
  revoke(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const where = { organizationId, id, purpose } as const;
      const row = await em.findOne(MailedLinkEntity, { where, lock: { mode: 'pessimistic_write' } });
      if (!row) throw notFound('invitation');
      await em.delete(MailedLinkEntity, where);
      await this.audit.record(em, caller, toInvitationChange('invitation.revoked', row, null));
      return { id, deleted: true };
    });
  }

  private async add(em: EntityManager, { organizationId, id: userId }: Principal, email: string) {
    const asInvited = sameAddress(email);
    if (await em.existsBy(UserEntity, { organizationId, email: asInvited })) throw alreadyMember();
    const isOver = Raw((column) => `${column} <= clock_timestamp()`);
    await em.delete(MailedLinkEntity, { organizationId, purpose, email: asInvited, expiresAt: isOver });
    const id = newId();
    const { raw: added } = await em
      .createQueryBuilder()
      .insert()
      .into(MailedLinkEntity)
      .values({ id, organizationId, userId, purpose, email })
      .orIgnore()
      .returning(['id'])
      .execute();
    if (added.length === 0) throw alreadyInvited();
    return this.find(em, organizationId, id);
  }

  private async find(em: EntityManager, organizationId: string, id: string): Promise<MailedLinkEntity> {
    const row = await em.findOneBy(MailedLinkEntity, { organizationId, id, purpose });
    if (!row) throw notFound('invitation');
    return row;
  }
}
