import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../platform/database/database.js';
import type { Principal } from '../access/principal.js';
import { proofRequired, unauthenticated } from '../auth.errors.js';
import { BrowserSessionEntity } from '../browser/browser-session.entity.js';
import { BrowserTokens } from '../browser/browser-tokens.js';
import { UserEntity } from '../organizations/user.entity.js';
import { Passwords } from '../passwords.js';
import { Tokens } from '../tokens.js';
import type { ClientFacts } from './client-facts.js';
import { signInChange } from './sign-in-change.js';

/**
 * A sign-in proves the operator's identity for this time; an operator who signs in through a provider alone has no
 * other proof.
 */
const FRESH_MS = 10 * 60_000;

/** Requires a proof that the operator is still the one who asks, for acts that cannot be undone. */
@Injectable()
export class Proofs {
  constructor(
    private readonly database: Database,
    private readonly tokens: Tokens,
    private readonly browserTokens: BrowserTokens,
    private readonly passwords: Passwords,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param password compared where there is one, however fresh the sign-in is
   * @returns what proved it
   * @throws 403 proof-required, which is recorded in the audit where a password was wrong
   */
  async require(caller: Principal, credential: string, password: string | undefined, from: ClientFacts) {
    if (password === undefined) {
      if (Date.now() - (await this.signedInAt(caller, credential)) > FRESH_MS) throw proofRequired();
      return 'sign-in';
    }
    const { id, organizationId, label: email } = caller;
    const user = await this.database.transaction(organizationId, (em) =>
      em.findOneBy(UserEntity, { id, organizationId }),
    );
    if (!user) throw unauthenticated();
    if (await this.passwords.matches(password, user.passwordHash)) return 'password';
    await this.database.transaction(organizationId, (em) =>
      this.audit.record(em, ...signInChange('member.proof-failed', { id, organizationId, email }, from)),
    );
    throw proofRequired();
  }

  /** The time of the last proof, in milliseconds since the epoch. */
  private async signedInAt({ organizationId }: Principal, credential: string): Promise<number> {
    const browser = this.browserTokens.read(credential);
    if (!browser) return (this.tokens.verify(credential)?.signedInAtSeconds ?? 0) * 1000;
    const session = await this.database.transaction(organizationId, (em) =>
      em.findOneBy(BrowserSessionEntity, { id: browser.sessionId, organizationId }),
    );
    return session?.signedInAt.getTime() ?? 0;
  }
}
