import { randomBytes } from 'node:crypto';
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
  /** A hash that no password matches. Comparing with it costs as much as with the hash of a password. */
  private readonly ofUnknownAccount = unmatchedHash();

  hash(password: string): Promise<string> {
    return this.limit(() => hash(password, COST));
  }

  /** Does the same work when there is no such user, so that the time gives away no account. */
  async matches(password: string, hash: string | null): Promise<boolean> {
    const same = await this.limit(() => verify(hash ?? this.ofUnknownAccount, password));
    return same && hash !== null;
  }

  /** A capital letter makes a common password no rarer. @throws 400 naming the field */
  refuseCommon(field: string, password: string): void {
    if (commonPasswords.test(password) || commonPasswords.test(password.toLowerCase()))
      throw validationFailed(field, 'is one of the most common passwords');
  }
}

/** The hash is random: hashing a real password would take a core for tens of milliseconds of every start. */
function unmatchedHash(): string {
  const [salt, tag] = [randomBytes(16), randomBytes(32)].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${salt}$${tag}`;
}
