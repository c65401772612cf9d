import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActionMoves, type HeldAction } from '../../actions/ledger/action-moves.js';
import type { Decide, TakeBack } from '../../actions/rules/action-state.js';
import type { Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { may } from '../../auth/access/permissions.js';
import type { Principal } from '../../auth/access/principal.js';
import { type IdempotencyKey, IdempotencyKeys } from '../../auth/idempotency.js';
import { Members } from '../../auth/organizations/members.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { answered, type Retry, STALE } from '../../auth/retry.js';
import { Config } from '../../config/config.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Idempotent } from '../../platform/http/answers/answer.js';
import { type ApprovalRow, isVisible, toApprovalDetail, toAuditedApproval } from '../approval.view.js';
import { ApprovalsRepository, type Decision } from '../approvals.repository.js';
import { Approvers } from '../approvers/approvers.service.js';
import { GrantsService } from '../grants/grants.service.js';

export interface Deciding {
  readonly approval: ApprovalRow;
  readonly action: HeldAction;
  readonly command: Decide | TakeBack;
}

/** The one transaction of a decision that a caller asks for, and what each decision writes. */
@Injectable()
export class DecisionTransactions {
  constructor(
    private readonly database: Database,
    private readonly repository: ApprovalsRepository,
    private readonly moves: ActionMoves,
    private readonly epochs: OrganizationEpochs,
    private readonly members: Members,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
    private readonly grants: GrantsService,
    private readonly approvers: Approvers,
    private readonly config: Config,
  ) {}

  /** @throws 404 both for an approval that the caller may not see and for one that does not exist */
  decide(
    caller: Principal,
    id: string,
    key: IdempotencyKey | null,
    take: (em: EntityManager, approval: ApprovalRow, action: HeldAction) => Promise<Change[]>,
  ): Promise<Retry<Idempotent<Awaited<ReturnType<DecisionTransactions['show']>>>>> {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const approval = await this.repository.lock(em, organizationId, id);
      if (!approval || !isVisible(caller, approval)) throw notFound('approval');
      if (!(await this.epochs.isCurrent(em, caller)) || !(await this.isStillMember(em, caller))) return STALE;
      const changes: Change[] = [];
      const answer = await this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          const action = await this.moves.hold(em, organizationId, approval.id);
          changes.push(...(await take(em, approval, action)));
          return id;
        },
        () => this.show(em, caller, id),
      );
      await this.audit.record(em, caller, ...changes);
      return answered(answer);
    });
  }

  /**
   * The table permits the command. The approval is written first, because its event depends on whether the call waited
   * until then.
   */
  async record(
    em: EntityManager,
    { approval, action, command }: Deciding,
    name: string,
    decision: Omit<Decision, 'decidedAs'>,
  ): Promise<Change> {
    const waited = action.status === 'PENDING_APPROVAL';
    await this.repository.recordDecision(em, approval, { ...decision, decidedAs: DECIDED_AS[command.type] }, waited);
    await this.moves.move(em, action, command);
    return this.change(em, approval, name);
  }

  /** The approval before and after a change, for the audit. */
  async change(em: EntityManager, approval: ApprovalRow, action: string): Promise<Change> {
    const id = approval.approval_id;
    const now = await this.repository.find(em, approval.organization_id, id);
    if (!now) throw notFound('approval');
    const [before, after] = [toAuditedApproval(approval), toAuditedApproval(now)];
    return { action, target: { type: 'approval', id }, before, after };
  }

  private async show(em: EntityManager, caller: Principal, id: string) {
    const { organizationId } = caller;
    const forOperator = may(caller, 'read-captured-values');
    const row = await this.repository.detail(em, organizationId, id, forOperator);
    if (!row) throw notFound('approval');
    const detail = toApprovalDetail(row, forOperator, this.config);
    const ofOperator = forOperator && {
      grant: await this.grants.madeWith(em, organizationId, id),
      approvers: await this.approvers.show(em, caller, row),
    };
    return { ...detail, ...ofOperator };
  }

  /** A key belongs to the organization, and its epoch says that it still counts. */
  private async isStillMember(em: EntityManager, caller: Principal): Promise<boolean> {
    return !may(caller, 'read-captured-values') || this.members.hold(em, caller);
  }
}

const DECIDED_AS = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  expire: 'EXPIRED',
  permit: 'APPROVED',
  withdraw: 'WITHDRAWN',
  'give-up': 'WITHDRAWN',
  revoke: 'REVOKED',
  lapse: 'LAPSED',
} as const satisfies Record<(Decide | TakeBack)['type'], Decision['decidedAs']>;
