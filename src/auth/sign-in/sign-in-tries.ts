import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { Config } from '../../config/config.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/ids.js';
import { rateLimited } from '../auth.errors.js';
import { SignInTryEntity } from './sign-in-try.entity.js';

/** Tries for one account from all addresses together, right or wrong. */
const TRIES = 50;
const WINDOW_MS = 15 * 60_000;

/** A try to sign in: which account, and from where. */
export interface Try {
  /** The mailbox, as `mailboxOf` writes it. */
  readonly mailbox: string;
  readonly address: string;
  /** The session of the account's own user in the browser that tries; null when there is none. */
  readonly ownSession: string | null;
  /** Rises with a new password, which gives the account's user tries that strangers have not used up. */
  readonly generation: number;
}

/**
 * Counts the tries for an account, and writes the failed ones down. All of it is the same for an address without an
 * account. A browser in which the account's user is signed in has a count of its own: other clients do not use it up.
 */
@Injectable()
export class SignInTries {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    @Inject(ThrottlerStorage) private readonly throttle: ThrottlerStorage,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', config.jwtKey, '', 'backstop sign-in tries', 32));
  }

  /** A hash that stands for an address in the log and in counts: it reveals the owner only to holders of the key. */
  hashOf(mailbox: string): string {
    return createHmac('sha256', this.key).update(mailbox.toLowerCase()).digest('hex').slice(0, 32);
  }

  /**
   * Counts a try before its password is compared.
   * @throws 429 rate-limited
   */
  async count(one: Try): Promise<void> {
    const allowed = TRIES * this.config.rateLimitMultiplier;
    const key = `sign-in ${one.ownSession ?? this.hashOf(one.mailbox)} ${one.generation}`;
    const hit = await this.throttle.increment(key, WINDOW_MS, allowed, WINDOW_MS, 'account');
    if (!hit.isBlocked) return;
    if (hit.totalHits === allowed + 1) await this.note(one, 'limited');
    throw rateLimited(Math.max(1, hit.timeToBlockExpire));
  }

  /** Records a failed try. */
  async note({ mailbox: email, address }: Try, outcome: SignInTryEntity['outcome']): Promise<void> {
    const id = newId();
    await this.database.transaction(id, (em) => em.insert(SignInTryEntity, { id, email, address, outcome }));
  }
}
