import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { IsNull } from 'typeorm';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { OAuthProvider } from '../../config/oauth-client.js';
import { Database, sqlState } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { alreadySignedIn } from '../auth.errors.js';
import { mailboxOf } from '../mailed-links/mailbox.js';
import { NewAccounts } from '../new-account.js';
import { OrganizationEntity } from '../organizations/organization.entity.js';
import { UserEntity } from '../organizations/user.entity.js';
import type { ClientFacts } from '../sign-in/client-facts.js';
import { signInChange } from '../sign-in/sign-in-change.js';
import { IdentityEntity } from './identity.entity.js';
import { LinkTokens } from './link/link-tokens.js';
import { accountDeleted, emailUnverified, stateMismatch } from './oauth.errors.js';
import type { Profile } from './profile.js';
import { spendState } from './spent-states.js';

interface Known {
  readonly user_id: string;
  readonly organization_id: string;
}

interface NewPerson {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
}

/** The user who is signed in, or the link that a login joins to its account. */
export type SignIn =
  | { readonly user: Pick<UserEntity, 'id' | 'organizationId' | 'tokenVersion' | 'email'> }
  | { readonly link: string };

/** A callback that this browser began. */
export interface Callback {
  readonly state: string;
  /** The user with whom the browser is signed in: the sign-in is refused for any other user. */
  readonly signedInAs: string | null;
  readonly from: ClientFacts;
}

/**
 * Finds the account of a profile by its provider and subject only. An equal e-mail address is no proof, because a
 * person who controls it at a provider could take over an account: a login with the link joins the two
 * (`IdentityLinks`).
 */
@Injectable()
export class OAuthAccounts {
  constructor(
    private readonly database: Database,
    private readonly links: LinkTokens,
    private readonly accounts: NewAccounts,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @returns the user, or a link where the address is that of an account
   * @throws state-mismatch when the state has signed in before, already-signed-in, email-unverified, account-deleted
   */
  async signIn(provider: OAuthProvider, profile: Profile, callback: Callback): Promise<SignIn> {
    const known = await this.find(provider, profile);
    const { signedInAs, state } = callback;
    if (signedInAs !== null && signedInAs !== known?.user_id) throw alreadySignedIn();
    if (known) return this.signInAgain(provider, known, callback);
    const { subject, verifiedEmail, name } = profile;
    if (!verifiedEmail || !isEmail(verifiedEmail)) throw emailUnverified();
    const email = mailboxOf(verifiedEmail);
    try {
      return await this.signInFirst(provider, { subject, email, name }, callback);
    } catch (error) {
      if (!isTaken(error)) throw error;
      // Perhaps by the same person, in another tab.
      const concurrent = await this.find(provider, profile);
      if (concurrent) return this.signInAgain(provider, concurrent, callback);
      return { link: this.links.issue({ provider, subject, email, state }) };
    }
  }

  private async find(provider: OAuthProvider, { subject }: Profile): Promise<Known | undefined> {
    const [known] = await this.database.lookup<Known>('SELECT user_id, organization_id FROM user_of_identity($1, $2)', [
      provider,
      subject,
    ]);
    return known;
  }

  private signInAgain(provider: OAuthProvider, known: Known, { state, from }: Callback): Promise<SignIn> {
    const { user_id: id, organization_id: organizationId } = known;
    return this.database.transaction(organizationId, async (em) => {
      const user = await em.findOneBy(UserEntity, { id, organizationId });
      const open = await em.existsBy(OrganizationEntity, { id: organizationId, deletedAt: IsNull() });
      if (!user || !open) throw accountDeleted();
      if (!(await spendState(em, organizationId, state))) throw stateMismatch();
      await this.audit.record(em, ...signInChange('member.signed-in', user, from, { by: provider }));
      return { user };
    });
  }

  private signInFirst(provider: OAuthProvider, person: NewPerson, callback: Callback): Promise<SignIn> {
    const { state, from } = callback;
    const { subject, email, name } = person;
    const organizationId = newId();
    return this.database.transaction(organizationId, async (em) => {
      const verified = { email, name, passwordHash: null, emailVerifiedAt: new Date() };
      const { user } = await this.accounts.open(em, organizationId, verified, from.requestId);
      await em.insert(IdentityEntity, { id: newId(), organizationId, userId: user.id, provider, subject });
      if (!(await spendState(em, organizationId, state))) throw stateMismatch();
      return { user };
    });
  }
}

const isTaken = (error: unknown) =>
  sqlState(error) === '23505' || (error instanceof DomainError && error.code === 'email-taken');
