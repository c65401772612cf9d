import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import { Database } from '../../platform/database/database.js';
import { sha256 } from '../../platform/hash.js';
import { type Mail, SENT_WITHIN_MS } from '../../platform/mail/mailer.js';
import { UserEntity } from '../organizations/user.entity.js';
import { LIFE_SECONDS, mailOf, type Purpose, retryAfter } from './link.js';
import { MailedLinks } from './mailed-links.js';

/** No other process takes up a mail that may still be on its way. */
const LEASE_MS = SENT_WITHIN_MS + 10_000;

interface Row {
  readonly user_id: string;
  readonly purpose: Purpose;
  readonly status: 'QUEUED' | 'SENT';
  readonly attempts: number;
  readonly expires_at: Date | null;
}

/** One attempt to send one mail. */
export interface Attempt {
  readonly organizationId: string;
  readonly linkId: string;
  /** Which attempt it is, from 1; a later one makes this one's outcome void. */
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

  /** Takes a due mail, for this process alone, and lets its link live; null when there is nothing to send. */
  take(organizationId: string, linkId: string): Promise<Attempt | null> {
    const at = [organizationId, linkId];
    return this.database.transaction(organizationId, async (em) => {
      const [row]: Row[] = await em.query(
        `SELECT user_id, purpose, status, attempts, expires_at FROM mailed_links
         WHERE organization_id = $1 AND id = $2 AND due_at <= clock_timestamp() FOR UPDATE`,
        at,
      );
      if (!row) return null;
      const user = row.status === 'QUEUED' ? await this.addressee(em, organizationId, row) : null;
      if (!user) {
        await this.putAway(em, at, row);
        return null;
      }
      const token = this.links.tokenOf(linkId);
      await em.query(
        `UPDATE mailed_links SET attempts = attempts + 1, due_at = clock_timestamp() + $3 * interval '1 millisecond',
           token_hash = $4, expires_at = clock_timestamp() + $5 * interval '1 second'
         WHERE organization_id = $1 AND id = $2`,
        [...at, LEASE_MS, sha256(token), LIFE_SECONDS[row.purpose]],
      );
      const mail = { id: sha256(linkId).slice(0, 32), to: user.email, ...mailOf(row.purpose, token, this.config) };
      return { organizationId, linkId, number: row.attempts + 1, mail };
    });
  }

  sent({ organizationId, linkId, number }: Attempt): Promise<void> {
    return this.database.transaction(organizationId, (em) =>
      em.query(
        `UPDATE mailed_links SET status = 'SENT', due_at = expires_at
         WHERE organization_id = $1 AND id = $2 AND attempts = $3 AND status = 'QUEUED'`,
        [organizationId, linkId, number],
      ),
    );
  }

  /** Puts it off. @returns seconds until it is tried again, or what became of it */
  failed({ organizationId, linkId, number }: Attempt): Promise<number | 'given-up' | 'over'> {
    const at = [organizationId, linkId, number];
    return this.database.transaction(organizationId, async (em) => {
      const [row]: { age: number }[] = await em.query(
        `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS age FROM mailed_links
         WHERE organization_id = $1 AND id = $2 AND attempts = $3 AND status = 'QUEUED' FOR UPDATE`,
        at,
      );
      if (!row) return 'over';
      const seconds = retryAfter(number, row.age);
      if (seconds === null) {
        await em.query('DELETE FROM mailed_links WHERE organization_id = $1 AND id = $2 AND attempts = $3', at);
        return 'given-up';
      }
      await em.query(
        `UPDATE mailed_links SET due_at = clock_timestamp() + $4 * interval '1 second'
         WHERE organization_id = $1 AND id = $2 AND attempts = $3`,
        [...at, seconds],
      );
      return seconds;
    });
  }

  /** Null: no user waits for this mail any more. */
  private async addressee(em: EntityManager, organizationId: string, row: Row): Promise<UserEntity | null> {
    const [deleted] = await em.query('SELECT FROM organizations WHERE id = $1 AND deleted_at IS NOT NULL', [
      organizationId,
    ]);
    if (deleted) return null;
    const user = await em.findOneBy(UserEntity, { id: row.user_id, organizationId });
    return row.purpose === 'verify-email' && user?.emailVerifiedAt ? null : user;
  }

  /** A link that may have been delivered stays valid until it expires. */
  private async putAway(em: EntityManager, at: string[], row: Row): Promise<void> {
    await em.query(
      row.status === 'QUEUED' && row.expires_at
        ? "UPDATE mailed_links SET status = 'SENT', due_at = expires_at WHERE organization_id = $1 AND id = $2"
        : 'DELETE FROM mailed_links WHERE organization_id = $1 AND id = $2',
      at,
    );
  }
}
