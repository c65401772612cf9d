import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Principal } from '../access/principal.js';
import { AuthenticationService } from '../authentication.service.js';
import { Accounts } from '../organizations/accounts.js';
import { Members } from '../organizations/members.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import { UserEntity } from '../organizations/user.entity.js';
import { answered, STALE } from '../retry.js';
import { Memberships } from './memberships.js';
import { lastMember } from './team.errors.js';

/** Removes members; a member may remove themselves (docs/contract.md, "Team"). */
@Injectable()
export class RemovalService {
  constructor(
    private readonly database: Database,
    private readonly authentication: AuthenticationService,
    private readonly accounts: Accounts,
    private readonly members: Members,
    private readonly memberships: Memberships,
    private readonly epochs: OrganizationEpochs,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * The caller's identity is read anew before: if two members remove each other, only one removal succeeds.
   * @throws 401 when the caller was removed meanwhile; 404; 409 last-member
   */
  async remove(caller: Principal, credential: string, id: string) {
    const { organizationId } = caller;
    const answer = await this.authentication.retryWhenStale(caller, credential, (current) =>
      this.database.transaction(organizationId, async (em) => {
        if (!(await this.accounts.lockMembers(em, current))) return STALE;
        const user = await em.findOneBy(UserEntity, { id, organizationId });
        if (!user) throw notFound('member');
        if ((await this.members.count(em, organizationId)) === 1) throw lastMember();
        const action = id === current.id ? 'member.left' : 'member.removed';
        await this.audit.record(em, current, ...(await this.memberships.end(em, user, action)));
        return answered({ id, deleted: true });
      }),
    );
    this.epochs.forget(organizationId);
    return answer;
  }
}
