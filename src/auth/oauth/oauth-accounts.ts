import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import type { EntityManager } from 'typeorm';
import type { OAuthProvider } from '../../config/oauth-client.js';
import { Database, sqlState } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors.js';
import { sha256 } from '../../platform/hash.js';
import { newId } from '../../platform/ids.js';
import { emailTaken } from '../auth.errors.js';
import { NewAccounts } from '../new-account.js';
import { Tokens } from '../tokens.js';
import { UserEntity } from '../user.entity.js';
import { IdentityEntity } from './identity.entity.js';
import { emailUnverified, stateMismatch } from './oauth.errors.js';
import type { Profile } from './profile.js';

interface Known {
  readonly user_id: string;
  readonly organization_id: string;
}

/**
 * Whose account a profile belongs to: that of its provider and subject, and of nobody else. The same e-mail address
 * proves nothing, or whoever controls it at a provider could take over an account: only somebody who is logged in may
 * join the two, for which there is no route yet.
 */
@Injectable()
export class OAuthAccounts {
  constructor(
    private readonly database: Database,
    private readonly tokens: Tokens,
    private readonly accounts: NewAccounts,
  ) {}

  /**
   * @returns an operator's token
   * @throws state-mismatch when the state has signed in before, email-unverified, email-taken
   */
  async signIn(provider: OAuthProvider, profile: Profile, state: string, requestId: string): Promise<string> {
    const known = await this.find(provider, profile);
    if (known) return this.signInAgain(known, state);
    try {
      return await this.signInFirst(provider, profile, state, requestId);
    } catch (error) {
      if (!isTaken(error)) throw error;
      // Perhaps by the same person, in another tab.
      const cameFirst = await this.find(provider, profile);
      if (!cameFirst) throw emailTaken();
      return this.signInAgain(cameFirst, state);
    }
  }

  private async find(provider: OAuthProvider, { subject }: Profile): Promise<Known | undefined> {
    const [known] = await this.database.lookup<Known>('SELECT user_id, organization_id FROM user_of_identity($1, $2)', [
      provider,
      subject,
    ]);
    return known;
  }

  private signInAgain({ user_id: id, organization_id: organizationId }: Known, state: string): Promise<string> {
    return this.database.transaction(organizationId, async (em) => {
      await this.spend(em, organizationId, state);
      return this.tokens.forUser(await em.findOneByOrFail(UserEntity, { id, organizationId }));
    });
  }

  private async signInFirst(
    provider: OAuthProvider,
    profile: Profile,
    state: string,
    requestId: string,
  ): Promise<string> {
    const { subject, verifiedEmail: email, name } = profile;
    if (!email || !isEmail(email)) throw emailUnverified();
    const organizationId = newId();
    return this.database.transaction(organizationId, async (em) => {
      const person = { email, name, passwordHash: null, emailVerifiedAt: new Date() };
      const { user } = await this.accounts.open(em, organizationId, person, requestId);
      await em.insert(IdentityEntity, { id: newId(), organizationId, userId: user.id, provider, subject });
      await this.spend(em, organizationId, state);
      return this.tokens.forUser(user);
    });
  }

  /** The cookie is gone after one callback, but a copy of it would not be. */
  private async spend(em: EntityManager, organizationId: string, state: string): Promise<void> {
    await em.query("DELETE FROM spent_states WHERE organization_id = $1 AND created_at < now() - interval '1 hour'", [
      organizationId,
    ]);
    const spent: unknown[] = await em.query(
      'INSERT INTO spent_states (state_hash, organization_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [sha256(state), organizationId],
    );
    if (spent.length === 0) throw stateMismatch();
  }
}

const isTaken = (error: unknown) =>
  sqlState(error) === '23505' || (error instanceof DomainError && error.code === 'email-taken');
