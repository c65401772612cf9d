import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database, sqlState } from '../../platform/database/database.js';
import { validationFailed } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { checked } from '../access/checked.js';
import { invalidToken } from '../auth.errors.js';
import { AuthenticationService } from '../authentication.service.js';
import { MailedLinkEntity } from '../mailed-links/mailed-link.entity.js';
import { type Link, MailedLinks } from '../mailed-links/mailed-links.js';
import { IdentityEntity } from '../oauth/identity.entity.js';
import { Accounts } from '../organizations/accounts.js';
import { lockUser } from '../organizations/locked-user.js';
import { memberChange } from '../organizations/member.js';
import { Members } from '../organizations/members.js';
import { OrganizationEntity } from '../organizations/organization.entity.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { UserEntity } from '../organizations/user.entity.js';
import { Passwords } from '../passwords.js';
import { answered, STALE } from '../retry.js';
import { signedIn } from '../signed-in.js';
import { Tokens } from '../tokens.js';
import { sameAddress, toInvitationChange } from './invitation.js';
import { Memberships } from './memberships.js';
import type { AcceptInvitationDto } from './team.dto.js';
import { accountExists, alreadyMember, lastMember } from './team.errors.js';

type Person = Pick<UserEntity, 'name' | 'passwordHash'> & { email?: string };
type Invitation = MailedLinkEntity & { readonly email: string };

/** Accepts an invitation (docs/contract.md, "Team"). A refused link gives no reason. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly passwords: Passwords,
    private readonly authentication: AuthenticationService,
    private readonly accounts: Accounts,
    private readonly members: Members,
    private readonly memberships: Memberships,
    private readonly epochs: OrganizationEpochs,
    private readonly tokens: Tokens,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Joins the account whose credential is given; without a credential, makes a new account.
   * @throws 400 invalid-token, 400 on a missing or common password; 401; 403 operator-required; 409 email-taken,
   *   already-member, last-member
   */
  async accept(body: AcceptInvitationDto, credential: string, requestId: string) {
    return credential === '' ? this.register(body, requestId) : this.join(body.token, credential, requestId);
  }

  private async register({ token, password, name }: AcceptInvitationDto, requestId: string) {
    if (password === undefined) throw neededWithoutAccount('password');
    if (name === undefined) throw neededWithoutAccount('name');
    this.passwords.refuseCommon('password', password);
    const link = await this.find(token);
    const passwordHash = await this.passwords.hash(password);
    return this.database.transaction(link.organizationId, async (em) => {
      const invitation = await this.take(em, link);
      const { by, changes, answer } = await this.admit(em, invitation, { name, passwordHash }, requestId);
      await this.audit.record(em, by, ...changes);
      return answer;
    });
  }

  /**
   * The account leaves its organization, and its earlier sessions end. An organization that would be empty and was
   * never used is closed.
   */
  private async join(token: string, credential: string, requestId: string) {
    const found = await this.authentication.authenticateFresh(credential);
    const identity = checked(found, { may: 'manage-own-account', plan: 'FREE' }, 'POST');
    const link = await this.find(token);
    if (link.organizationId === identity.organizationId) throw alreadyMember();
    const caller = { ...identity, requestId };
    const proved = this.tokens.verify(credential)?.signedInAtSeconds ?? 0;
    const answer = await this.authentication.retryWhenStale(caller, credential, (current) =>
      this.database.transaction([current.organizationId, link.organizationId], async (em) => {
        if (!(await this.accounts.lock(em, current))) return STALE;
        const { organizationId, id } = current;
        const user = await lockUser(em, { organizationId, userId: id });
        if (!user) return STALE;
        const invitation = await this.take(em, link);
        const isSame = await em.existsBy(UserEntity, { id, organizationId, email: sameAddress(invitation.email) });
        if (!isSame) throw invalidToken();
        const identities = await em.findBy(IdentityEntity, { organizationId, userId: id });
        const left = await this.leave(em, user);
        const { by, changes, answer } = await this.admit(em, invitation, user, requestId, proved);
        const moved = { organizationId: link.organizationId, userId: answer.user.id };
        await em.insert(
          IdentityEntity,
          identities.map((one) => ({ ...one, ...moved })),
        );
        await this.audit.record(em, current, ...left);
        await this.audit.record(em, by, ...changes);
        return answered(answer);
      }),
    );
    this.epochs.forget(caller.organizationId);
    return answer;
  }

  private async find(token: string): Promise<Link> {
    const link = await this.links.find(token, 'invitation');
    if (!link) throw invalidToken();
    return link;
  }

  /** Spends the invitation: once, whatever else happens to it at this moment. */
  private async take(em: EntityManager, link: Link): Promise<Invitation> {
    const { organizationId, id } = link;
    if (!(await this.accounts.holdOpen(em, organizationId))) throw invalidToken();
    const where = { organizationId, id, purpose: 'invitation' } as const;
    const row = await em.findOne(MailedLinkEntity, { where, lock: { mode: 'pessimistic_write' } });
    if (!row?.email || !(await this.links.spend(em, link))) throw invalidToken();
    return { ...row, email: row.email };
  }

  /** @returns the changes, for the audit; empty when the audit is erased with the organization */
  private async leave(em: EntityManager, user: UserEntity): Promise<Change[]> {
    const { organizationId } = user;
    if ((await this.members.count(em, organizationId)) > 1) return this.memberships.end(em, user, 'member.left');
    if (!(await this.accounts.isUnused(em, organizationId))) throw lastMember();
    await this.accounts.close(em, organizationId);
    return [];
  }

  /** The link reached the address: it is verified by that. */
  private async admit(
    em: EntityManager,
    invitation: Invitation,
    person: Person,
    requestId: string,
    provedAtSeconds?: number,
  ) {
    const { organizationId, email: invited } = invitation;
    const { name, passwordHash, email = invited } = person;
    const [taken] = await em.query('SELECT user_id FROM user_of_email($1)', [email]);
    if (taken) throw accountExists();
    const user = { id: newId(), organizationId, email, name, passwordHash, emailVerifiedAt: new Date() };
    await em.insert(UserEntity, user).catch((error: unknown) => {
      // A concurrent registration with the same address was faster.
      throw sqlState(error) === '23505' ? accountExists() : error;
    });
    const organization = await em.findOneByOrFail(OrganizationEntity, { id: organizationId });
    const [by, joined] = memberChange('member.joined', null, user, requestId);
    const changes = [toInvitationChange('invitation.accepted', invitation, null), joined];
    const answer = signedIn(this.tokens, { ...user, tokenVersion: 1 }, organization, provedAtSeconds);
    return { by, changes, answer };
  }
}

const neededWithoutAccount = (field: string) =>
  validationFailed(field, 'is needed for a new account; an account that is there logs in and sends its token along');
