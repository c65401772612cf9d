import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Raw } from 'typeorm';
import { Config } from '../../config/config.js';
import { fromNow } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { sha256 } from '../../platform/hash.js';
import { type Mail, SENT_WITHIN_MS } from '../../platform/mail/mailer.js';
import { OrganizationEntity } from '../organizations/organization.entity.js';
import { UserEntity } from '../organizations/user.entity.js';
import { LIFE_SECONDS, mailOf, retryAfter } from './link.js';
import { MailedLinkEntity } from './mailed-link.entity.js';
import { MailedLinks } from './mailed-links.js';

/** The lease outlasts a sending, so that no other process takes up a mail that may still be on its way. */
const LEASE_MS = SENT_WITHIN_MS + 10_000;

/** Its link is good until it expires. The row is kept for an hour at least, in which it counts (`MAILS_AN_HOUR`). */
const SENT = { status: 'SENT', dueAt: () => "greatest(expires_at, created_at + interval '1 hour')" } as const;

/** An attempt to send a mail. */
export interface Attempt {
  readonly organizationId: string;
  readonly linkId: string;
  /** The number of the attempt, from 1; a later attempt makes this one's outcome void. */
  readonly number: number;
  readonly mail: Mail;
}

/** The mails among the links: taken for one attempt at a time, and kept until a server has taken them. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly config: Config,
  ) {}

  /**
   * Takes a due mail, for this process alone, and lets its link live; null when there is nothing to send. A mail of an
   * organization that is held since is left for the end of that, and of one that is deleted for the erasure.
   */
  take(organizationId: string, linkId: string): Promise<Attempt | null> {
    return this.database.transaction(organizationId, async (em) => {
      const row = await em.findOne(MailedLinkEntity, {
        where: { organizationId, id: linkId, dueAt: Raw((column) => `${column} <= clock_timestamp()`) },
        lock: { mode: 'pessimistic_write' },
      });
      if (!row || !(await em.existsBy(OrganizationEntity, { id: organizationId, deletedAt: IsNull() }))) return null;
      const to = row.status === 'QUEUED' ? await this.addressee(em, row) : null;
      if (!to) {
        await this.finish(em, row);
        return null;
      }
      const token = this.links.tokenOf(linkId);
      await em.update(
        MailedLinkEntity,
        { organizationId, id: linkId },
        {
          attempts: row.attempts + 1,
          dueAt: fromNow(LEASE_MS),
          tokenHash: sha256(token),
          expiresAt: () => `clock_timestamp() + ${LIFE_SECONDS[row.purpose]} * interval '1 second'`,
        },
      );
      const mail = { id: sha256(linkId).slice(0, 32), to, ...mailOf(row.purpose, token, this.config) };
      return { organizationId, linkId, number: row.attempts + 1, mail };
    });
  }

  async sent({ organizationId, linkId: id, number: attempts }: Attempt): Promise<void> {
    await this.database.transaction(organizationId, (em) =>
      em.update(MailedLinkEntity, { organizationId, id, attempts, status: 'QUEUED' }, SENT),
    );
  }

  /**
   * Postpones the mail.
   * @returns the seconds until the next attempt, or the reason why there is none
   */
  failed({ organizationId, linkId: id, number: attempts }: Attempt): Promise<number | 'given-up' | 'over'> {
    const where = { organizationId, id, attempts };
    return this.database.transaction(organizationId, async (em) => {
      const row = await em
        .createQueryBuilder(MailedLinkEntity, 'link')
        .select('extract(epoch FROM clock_timestamp() - link.created_at)::float8', 'age')
        .where({ ...where, status: 'QUEUED' })
        .setLock('pessimistic_write')
        .getRawOne<{ age: number }>();
      if (!row) return 'over';
      const seconds = retryAfter(attempts, row.age);
      if (seconds === null) {
        await em.delete(MailedLinkEntity, where);
        return 'given-up';
      }
      await em.update(MailedLinkEntity, where, { dueAt: fromNow(seconds * 1_000) });
      return seconds;
    });
  }

  /**
   * Null when the mail is no longer needed. An invitation is deleted with its member, and an accepted one is not here.
   */
  private async addressee(em: EntityManager, link: MailedLinkEntity): Promise<string | null> {
    const { organizationId, userId: id, purpose, email } = link;
    if (email !== null) return email;
    const user = await em.findOneBy(UserEntity, { id, organizationId });
    return user && !(purpose === 'verify-email' && user.emailVerifiedAt) ? user.email : null;
  }

  /** A link that may have been delivered stays valid until it expires. */
  private async finish(em: EntityManager, { organizationId, id, status, expiresAt }: MailedLinkEntity): Promise<void> {
    if (status === 'QUEUED' && expiresAt) await em.update(MailedLinkEntity, { organizationId, id }, SENT);
    else await em.delete(MailedLinkEntity, { organizationId, id });
  }
}
