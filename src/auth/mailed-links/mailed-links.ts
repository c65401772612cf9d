import { createHmac, hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager, Raw } from 'typeorm';
import { Config } from '../../config/config.js';
import { Database } from '../../platform/database/database.js';
import { sha256 } from '../../platform/hash.js';
import { newId } from '../../platform/ids.js';
import type { UserEntity } from '../organizations/user.entity.js';
import type { Purpose } from './link.js';
import { MailedLinkEntity } from './mailed-link.entity.js';

/** A valid link with its owner. */
export interface Link {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
}

type Owner = Pick<UserEntity, 'id' | 'organizationId'>;

/** The limit for each purpose; further mails in an hour only fill a mailbox, which may belong to a stranger. */
const MAILS_AN_HOUR = 5;

/**
 * Links that are mailed to users (docs/contract.md, "Auth"). Asking for one is part of the transaction that causes it; the job
 * sends it. Its token is derived from its id with a key of the installation, so that it need not lie anywhere: the
 * database knows its hash, and that only once it is being sent.
 */
@Injectable()
export class MailedLinks {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    config: Config,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', config.jwtKey, '', 'backstop mailed link', 32));
  }

  tokenOf(id: string): string {
    return createHmac('sha256', this.key).update(id).digest('base64url');
  }

  /**
   * The caller holds the user's row. Does nothing when a mail is waiting to be sent, or five were sent within the hour.
   * Earlier links stay valid, because a stranger may have asked for the new one.
   */
  async request(em: EntityManager, user: Owner, purpose: Purpose): Promise<void> {
    const of = { organizationId: user.organizationId, userId: user.id, purpose };
    if (!(await this.hasEnough(em, of))) await em.insert(MailedLinkEntity, { id: newId(), ...of });
  }

  /** Null for a token that is not ours, was used, has expired, or has another purpose. */
  async find(token: string, purpose: Purpose): Promise<Link | null> {
    const [found] = await this.database.lookup<{ link_id: string; user_id: string; organization_id: string }>(
      'SELECT link_id, user_id, organization_id FROM link_of_token($1, $2)',
      [sha256(token), purpose],
    );
    return found ? { id: found.link_id, userId: found.user_id, organizationId: found.organization_id } : null;
  }

  /** Ends the link. Answers false when it had ended before. */
  async spend(em: EntityManager, { organizationId, id }: Link): Promise<boolean> {
    const { affected } = await em.delete(MailedLinkEntity, {
      organizationId,
      id,
      expiresAt: Raw((column) => `${column} > clock_timestamp()`),
    });
    return affected === 1;
  }

  /** Ends every link of a user for one purpose. */
  async endAll(em: EntityManager, { id: userId, organizationId }: Owner, purpose: Purpose): Promise<void> {
    await em.delete(MailedLinkEntity, { organizationId, userId, purpose });
  }

  private async hasEnough(
    em: EntityManager,
    where: Pick<MailedLinkEntity, 'organizationId' | 'userId' | 'purpose'>,
  ): Promise<boolean> {
    const lately = Raw((column) => `${column} > now() - interval '1 hour'`);
    if (await em.existsBy(MailedLinkEntity, { ...where, status: 'QUEUED' })) return true;
    return (await em.countBy(MailedLinkEntity, { ...where, createdAt: lately })) >= MAILS_AN_HOUR;
  }
}
