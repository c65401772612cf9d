import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Database } from '../platform/database/database.js';
import { newId } from '../platform/ids.js';
import type { LoginDto, RegisterDto } from './auth.dto.js';
import { unauthenticated, wrongPassword } from './auth.errors.js';
import { AuthenticationService } from './authentication.service.js';
import { BrowserCookie } from './browser/browser-cookie.js';
import { KeyUsesJob } from './keys/key-uses.job.js';
import { mailboxOf } from './mailed-links/mailbox.js';
import { NewAccounts } from './new-account.js';
import { IdentityLinks } from './oauth/link/identity-links.js';
import { Accounts } from './organizations/accounts.js';
import { OrganizationEntity } from './organizations/organization.entity.js';
import { UserEntity } from './organizations/user.entity.js';
import { Passwords } from './passwords.js';
import type { ClientFacts } from './sign-in/client-facts.js';
import { signInChange } from './sign-in/sign-in-change.js';
import { SignInTries } from './sign-in/sign-in-tries.js';
import { signedIn } from './signed-in.js';
import { Tokens } from './tokens.js';

/** Looked up in place of an unknown account: the same work, so that the time does not reveal whether an account exists. */
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/** Signs operators in, and exchanges an API key for a token (docs/contract.md, "Auth"). */
@Injectable()
export class AuthService {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly tokens: Tokens,
    private readonly authentication: AuthenticationService,
    private readonly keyUses: KeyUsesJob,
    private readonly links: IdentityLinks,
    private readonly accounts: NewAccounts,
    private readonly organizations: Accounts,
    private readonly tries: SignInTries,
    private readonly cookie: BrowserCookie,
    private readonly audit: AuditTrail,
  ) {}

  /** The user and their organization come to be together. @throws 409 email-taken, 400 on a common password */
  async register({ email, password, name }: RegisterDto, requestId: string) {
    this.passwords.refuseCommon('password', password);
    const passwordHash = await this.passwords.hash(password);
    const organizationId = newId();
    return this.database.transaction(organizationId, async (em) => {
      const person = { email: mailboxOf(email), name, passwordHash, emailVerifiedAt: null };
      const { user, organization } = await this.accounts.open(em, organizationId, person, requestId);
      return signedIn(this.tokens, user, organization);
    });
  }

  /** @throws 401 without saying which of the two was wrong, 400 invalid-link, 429 when the account was tried too often */
  async login({ email, password, link }: LoginDto, from: ClientFacts) {
    const mailbox = mailboxOf(email);
    const [found] = await this.database.lookup<{ user_id: string; organization_id: string }>(
      'SELECT user_id, organization_id FROM user_of_email($1)',
      [mailbox],
    );
    const browser = this.cookie.whoIsIn(from.cookies);
    const ownSession = found && browser?.userId === found.user_id ? browser.sessionId : null;
    const account = await this.account(found?.organization_id ?? UNKNOWN_ID, found?.user_id ?? UNKNOWN_ID);
    const generation = account?.user.tokenVersion ?? 1;
    const attempt = { mailbox, address: from.address, ownSession, generation };
    await this.tries.count(attempt);
    const matches = await this.passwords.matches(password, account?.user.passwordHash ?? null);
    if (!account || !matches) {
      await this.tries.note(attempt, 'failed');
      throw wrongPassword();
    }
    const user = link === undefined ? account.user : await this.links.link(account.user, link, from.requestId);
    await this.database.transaction(user.organizationId, async (em) => {
      if (!(await this.organizations.holdOpen(em, user.organizationId))) throw wrongPassword();
      await this.audit.record(em, ...signInChange('member.signed-in', user, from, { by: 'password' }));
    });
    return signedIn(this.tokens, user, account.organization);
  }

  /** @throws 401 when the key is unknown, mistyped or revoked */
  async exchange(apiKey: string) {
    const principal = await this.authentication.authenticateFresh(apiKey);
    if (principal?.kind !== 'API_KEY' || !apiKey.startsWith('bks_')) throw unauthenticated();
    this.keyUses.note(principal);
    return { token: this.tokens.forApiKey(principal) };
  }

  private account(organizationId: string, userId: string) {
    return this.database.transaction(organizationId, async (em) => {
      const organization = await em.findOneBy(OrganizationEntity, { id: organizationId });
      const user = await em.findOneBy(UserEntity, { id: userId, organizationId });
      return organization && user && { organization, user };
    });
  }
}
