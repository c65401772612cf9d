import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import commonPasswords from 'fxa-common-password-list';
import pLimit from 'p-limit';
import { validationFailed } from '../platform/errors.js';

/** OWASP's floor for argon2id, which is the library's default, with one pass; memory in KiB. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

/** Hashing takes a core for tens of milliseconds: two at a time, so that logins never stall the ledger. */
const MAX_CONCURRENT_HASHES = 2;

@Injectable()
export class Passwords {
  private readonly limit = pLimit(MAX_CONCURRENT_HASHES);
  private readonly ofUnknownAccount = this.hash('the password of no account at all');

  hash(password: string): Promise<string> {
    return this.limit(() => hash(password, COST));
  }

  /** Does the same work when there is no such user, so that the time gives away no account. */
  async matches(password: string, hash: string | null): Promise<boolean> {
    const compared = hash ?? (await this.ofUnknownAccount);
    const same = await this.limit(() => verify(compared, password));
    return same && hash !== null;
  }

  /** A capital letter makes a common password no rarer. @throws 400 naming the field */
  refuseCommon(field: string, password: string): void {
    if (commonPasswords.test(password) || commonPasswords.test(password.toLowerCase()))
      throw validationFailed(field, 'is one of the most common passwords');
  }
}
