import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CallSubjects } from '../../actions/call-subjects.js';
import { ActionMoves, type HeldAction } from '../../actions/ledger/action-moves.js';
import { CallSignals } from '../../actions/performing/call-signals.js';
import type { Refusal } from '../../actions/rules/action-state.js';
import { transition } from '../../actions/rules/transition.js';
import { SealedCalls } from '../../actions/sealed-calls.service.js';
import { bySystem, type Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { AtEpoch } from '../../auth/access/principal.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { Database } from '../../platform/database/database.js';
import { PoliciesService } from '../../policies/policies.service.js';
import type { Verdict } from '../../policies/policy.js';
import { withHeld } from '../../policies/windows/held.js';
import type { AskedWindow } from '../../policies/windows/window.js';
import { KnownAgents } from '../../sessions/known-agents.js';
import { afterHold, needsTogether } from '../approval.js';
import { type ApprovalRow, sessionOf } from '../approval.view.js';
import { ApprovalsRepository } from '../approvals.repository.js';
import { DecisionWaits } from '../waiting/decision-waits.js';
import { DecisionTransactions } from './decision-transactions.js';

/** A held call as the policies of now read it; `judge` takes the answers for its windows, in their order. */
interface Judged extends AtEpoch {
  readonly windows: readonly AskedWindow[];
  readonly judge: (holds: readonly boolean[]) => Verdict;
}

/** The reasons for which a held call does not start when its time has come. */
const NOT_STARTED: readonly Refusal[] = ['session-rolled-back', 'session-closed', 'agent-paused', 'plan-required'];
const WITHDRAW = { type: 'withdraw' } as const;
const EXPIRE = { type: 'expire' } as const;
const LAPSE = { type: 'lapse' } as const;
const EXPIRED = { reason: 'expired', decidedBy: null };
const LAPSED = { reason: 'lapsed', decidedBy: null };
const NOT_STOPPED = { reason: 'not-stopped', decidedBy: null };

/** Decides approvals whose time is over (docs/contract.md, "Approvals"). */
@Injectable()
export class ExpiryService {
  constructor(
    private readonly database: Database,
    private readonly repository: ApprovalsRepository,
    private readonly transactions: DecisionTransactions,
    private readonly moves: ActionMoves,
    private readonly policies: PoliciesService,
    private readonly subjects: CallSubjects,
    private readonly sealed: SealedCalls,
    private readonly agents: KnownAgents,
    private readonly epochs: OrganizationEpochs,
    private readonly decisionWaits: DecisionWaits,
    private readonly audit: AuditTrail,
    private readonly signals: CallSignals,
  ) {}

  /**
   * Rejects an approval that has expired or lapsed, or permits a call that was held and not stopped; answers whether it
   * did. The rows decide, so any number of processes may call it.
   */
  async expire(organizationId: string, id: string): Promise<boolean> {
    const judged = await this.read(organizationId, id);
    const change = await this.database.transaction(organizationId, async (em) => {
      const approval = await this.repository.lock(em, organizationId, id);
      if (!approval) return null;
      const action = await this.moves.hold(em, organizationId, approval.id);
      const made = await this.endOf(em, approval, action, judged);
      if (made) await this.audit.record(em, bySystem(organizationId, 'expiry'), made);
      return made;
    });
    if (change) this.decisionWaits.decided(id);
    if (change?.action === 'approval.permitted') this.signals.queued();
    if (change?.action === 'approval.lapsed') this.signals.over(organizationId, String(change.after?.actionId));
    return change !== null;
  }

  /**
   * Reads a held call, with its time and place in the session, for the policies of now: before the transaction, which must not wait for a second connection while
   * it holds one. Null where nothing is held.
   */
  private async read(organizationId: string, id: string): Promise<Judged | null> {
    const held = await this.database.transaction(organizationId, async (em) => {
      const approval = await this.repository.detail(em, organizationId, id, false);
      if (approval?.approval_status !== 'PENDING' || approval.approval_permits_at === null) return null;
      const { id: actionId, payload, redacted } = approval;
      const [call] = await this.sealed.open(em, organizationId, [{ id: actionId, payload, redacted }]);
      return call ? { ...approval, payload: call.payload } : null;
    });
    if (!held) return null;
    this.epochs.forget(organizationId);
    const epoch = await this.epochs.current(organizationId);
    if (epoch === null) return null;
    const reader = { organizationId, epoch };
    const { api_name: apiName, operation_type: operationType, payload, may_do: mayDo } = held;
    const capture = held.precapture_id === null ? 'none' : { id: held.precapture_id, payloadHash: held.approved_hash };
    const read = await this.subjects.of(reader, sessionOf(held), { apiName, operationType, payload, mayDo }, capture);
    const session = read.session && { ...read.session, calls: held.sequence - 1 };
    const subject = { ...read, session, at: new Date(held.created_at) };
    const { judge, windows: windowsOf } = await this.policies.of(reader);
    const windows = windowsOf(subject);
    return { ...reader, windows, judge: (holds) => judge(withHeld(subject, windows, holds)) };
  }

  /** Null when its time is not over. A held call that may not start any more is rejected. */
  private async endOf(
    em: EntityManager,
    approval: ApprovalRow,
    action: HeldAction,
    judged: Judged | null,
  ): Promise<Change | null> {
    if (approval.approval_status === 'APPROVED') return this.lapseOf(em, approval, action);
    if (!transition(action, EXPIRE, action.now).refusal)
      return this.transactions.record(em, { approval, action, command: EXPIRE }, 'approval.expired', EXPIRED);
    const isPaused = await this.agents.isPausedNow(em, approval.organization_id, approval.agent_slug);
    const hasApprovals = (await this.repository.planOf(em, approval.organization_id)) !== 'FREE';
    const command = { type: 'permit', isPaused, hasApprovals } as const;
    const { refusal } = transition(action, command, action.now);
    if (refusal && !NOT_STARTED.includes(refusal)) return null;
    if (refusal) return this.refuse(em, approval, action, refusal);
    // Policies changed since they were read: the job comes back.
    if (!judged || !(await this.epochs.isCurrent(em, judged))) return null;
    const verdict = judged.judge(await this.repository.windowsNow(em, approval, judged.windows));
    const end = afterHold(verdict);
    if (end === 'refused') return this.refuse(em, approval, action, 'policy-blocked');
    if (end === 'asked') {
      const { required_approvals: required, approver_rules: rules } = approval;
      await this.repository.endHold(em, approval, needsTogether({ required, rules: rules ?? [] }, verdict));
      return this.transactions.change(em, approval, 'approval.hold-ended');
    }
    return this.transactions.record(em, { approval, action, command }, 'approval.permitted', NOT_STOPPED);
  }

  private refuse(em: EntityManager, approval: ApprovalRow, action: HeldAction, reason: string): Promise<Change> {
    const refused = { approval, action, command: WITHDRAW };
    return this.transactions.record(em, refused, 'approval.rejected', { reason, decidedBy: null });
  }

  /** An approval whose call has begun, or whose session was rolled back, is only marked as used. */
  private async lapseOf(em: EntityManager, approval: ApprovalRow, action: HeldAction): Promise<Change | null> {
    const { refusal } = transition(action, LAPSE, action.now);
    if (!refusal) return this.transactions.record(em, { approval, action, command: LAPSE }, 'approval.lapsed', LAPSED);
    if (refusal === 'already-begun') await this.repository.use(em, approval.organization_id, action.id);
    return null;
  }
}
