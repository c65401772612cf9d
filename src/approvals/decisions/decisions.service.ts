import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CallSubjects } from '../../actions/call-subjects.js';
import { ActionMoves, type HeldAction } from '../../actions/ledger/action-moves.js';
import { CallSignals } from '../../actions/performing/call-signals.js';
import { transition } from '../../actions/rules/transition.js';
import { bySystem, type Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { AuthenticationService } from '../../auth/authentication.service.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { answered, STALE } from '../../auth/retry.js';
import type { JsonObject } from '../../connectors/connector.js';
import { Database } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { canonicalHash } from '../../platform/hash.js';
import { type Approvable, PoliciesService } from '../../policies/policies.service.js';
import type { PolicySubject, Verdict } from '../../policies/policy.js';
import { blockingWindows } from '../../policies/windows/held.js';
import { Redactions } from '../../redaction/redactions.service.js';
import { KnownAgents } from '../../sessions/known-agents.js';
import { cannotDecide, notGrantable, redactedArguments } from '../approval.errors.js';
import { afterEditing, type ToApprove } from '../approval.js';
import { type ApprovalRow, sessionOf } from '../approval.view.js';
import type { ApproveDto, PreviewDto, RejectDto } from '../approvals.dto.js';
import { ApprovalsRepository } from '../approvals.repository.js';
import { Approvers } from '../approvers/approvers.service.js';
import { checkGrant, GrantsService } from '../grants/grants.service.js';
import { DecisionWaits } from '../waiting/decision-waits.js';
import { type Deciding, DecisionTransactions } from './decision-transactions.js';

type Approving = Deciding & { readonly standing: 'approved' | 'pending' };

/** The rules for a decision. They are as current as the caller's epoch. */
interface Rules {
  readonly judge: (subject: PolicySubject) => Verdict;
  readonly approvable: readonly Approvable[];
  /** The call with the edited arguments, as policies read it; null when the arguments were not edited. */
  readonly edited: PolicySubject | null;
  /** The windows that look at the edited call. */
  readonly windows: readonly object[];
}

const WITHDRAW = { type: 'withdraw' } as const;
const EXPIRE = { type: 'expire' } as const;
const EXPIRED = { reason: 'expired', decidedBy: null };

/** The one decision that an approval ever gets: a person's, a rollback's or a pause's; `ExpiryService` has that of its time (docs/contract.md, "Approvals"). */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly database: Database,
    private readonly repository: ApprovalsRepository,
    private readonly transactions: DecisionTransactions,
    private readonly moves: ActionMoves,
    private readonly policies: PoliciesService,
    private readonly agents: KnownAgents,
    private readonly authentication: AuthenticationService,
    private readonly epochs: OrganizationEpochs,
    private readonly decisionWaits: DecisionWaits,
    private readonly audit: AuditTrail,
    private readonly grants: GrantsService,
    private readonly approvers: Approvers,
    private readonly subjects: CallSubjects,
    private readonly signals: CallSignals,
    private readonly redactions: Redactions,
  ) {}

  /**
   * Lets the call run, with edited arguments if any: then the policies have their say again. A grant lets others of its
   * session run too.
   * @throws 404; 409 already-decided, payload-changed, session-closed, session-rolled-back, already-run or redacted-arguments on an edit,
   *   already-approved-by-you, not-grantable;
   *   403 agent-paused, unless the call ran already; 403 not-an-approver; 403 policy-blocked on an edit, and it stays pending
   */
  async approve(caller: Principal, credential: string, id: string, body: ApproveDto, key: IdempotencyKey | null) {
    const { payload, grant, reason = null } = body;
    if (grant) checkGrant(grant);
    if (reason !== null && !payload) throw validationFailed('reason', 'belongs to edited arguments');
    const answer = await this.authentication.retryWhenStale(caller, credential, async (current) => {
      const rules = await this.rulesFor(current, id, payload);
      return this.transactions.decide(current, id, key, async (em, approval, action) => {
        const { command, refusal, verdict, toApprove } = await this.weigh(em, rules, { approval, action }, body);
        if (refusal) throw cannotDecide(refusal, approval, verdict);
        const standing = await this.checkedStanding(em, current, approval, toApprove);
        if (payload) await this.edit(em, approval, { payload, reason }, toApprove, rules.windows);
        if (action.status === 'PENDING_APPROVAL' && (await this.repository.isOverWindow(em, approval)))
          throw cannotDecide('policy-blocked', approval, verdict);
        const approved = await this.addApproval(em, current, { approval, standing, action, command });
        if (!grant) return [approved];
        if (toApprove.required > 1 || toApprove.rules.length > 0) throw notGrantable();
        return [approved, await this.grants.create(em, current, approval, grant, rules.approvable)];
      });
    });
    this.decisionWaits.decided(id);
    this.signals.queued();
    return answer;
  }

  /**
   * Answers the result that `approve` with these arguments would have, by the same rules; a verdict that blocks is an
   * answer here. It changes and stores nothing.
   * @throws the errors of `approve`, except policy-blocked
   */
  preview(caller: Principal, credential: string, id: string, body: PreviewDto) {
    const { organizationId } = caller;
    return this.authentication.retryWhenStale(caller, credential, async (current) => {
      const rules = await this.rulesFor(current, id, body.payload);
      return this.database.transaction(organizationId, async (em) => {
        const approval = await this.repository.lock(em, organizationId, id);
        if (!approval) throw notFound('approval');
        if (!(await this.epochs.isCurrent(em, current))) return STALE;
        const action = await this.moves.hold(em, organizationId, approval.id);
        const { refusal, verdict, toApprove } = await this.weigh(em, rules, { approval, action }, body);
        if (!verdict || (refusal && refusal !== 'policy-blocked'))
          throw cannotDecide(refusal ?? 'not-found', approval, verdict);
        if (!refusal) await this.checkedStanding(em, current, approval, toApprove);
        const { decision, policyIds, reason } = verdict;
        const { payloadHash, required: requiredApprovals } = toApprove;
        return answered({ approvalId: id, decision, policyIds, reason, payloadHash, requiredApprovals });
      });
    });
  }

  /** @throws 404; 409 already-decided, payload-changed */
  async reject(
    caller: Principal,
    credential: string,
    id: string,
    { reason, payloadHash }: RejectDto,
    key: IdempotencyKey | null,
  ) {
    const answer = await this.authentication.retryWhenStale(caller, credential, (current) =>
      this.transactions.decide(current, id, key, async (em, approval, action) => {
        const command = { type: 'reject' } as const;
        const { refusal } = transition(action, command, action.now);
        if (refusal) throw cannotDecide(refusal, approval);
        if (payloadHash !== undefined && payloadHash !== action.payloadHash)
          throw cannotDecide('payload-changed', approval);
        const decision = { reason: reason ?? null, decidedBy: current.label };
        return [await this.transactions.record(em, { approval, action, command }, 'approval.rejected', decision)];
      }),
    );
    this.decisionWaits.decided(id);
    return answer;
  }

  /** Part of the transaction in which the service begins an approved call. */
  begun(em: EntityManager, organizationId: string, actionId: string): Promise<void> {
    return this.repository.use(em, organizationId, actionId);
  }

  /**
   * Rejects every waiting call of a session whose rollback begins. The caller has locked the session's row, and records
   * the returned changes last in the transaction.
   */
  async rejectAllOf(em: EntityManager, organizationId: string, sessionId: string, reason: string): Promise<Change[]> {
    return this.rejectEach(em, organizationId, await this.repository.pendingOf(em, organizationId, sessionId), reason);
  }

  /** Does the same as `rejectAllOf`, but only for actions logged from a sequence on, and some older actions. */
  async rejectFrom(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    { sequence, older }: { readonly sequence: number; readonly older: readonly string[] },
    reason: string,
  ): Promise<Change[]> {
    const pending = await this.repository.pendingFrom(em, organizationId, sessionId, sequence, older);
    return this.rejectEach(em, organizationId, pending, reason);
  }

  /**
   * Does the same as `rejectAllOf`, but only for calls that have not run and have not expired, and for at most `atMost`
   * of them.
   */
  async rejectWaitingOf(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    reason: string,
    atMost: number,
  ): Promise<Change[]> {
    const waiting = await this.repository.waitingOf(em, organizationId, sessionId, atMost);
    return this.rejectEach(em, organizationId, waiting, reason);
  }

  /** Does the same as `rejectAllOf`, but only for these actions. */
  async rejectActions(
    em: EntityManager,
    organizationId: string,
    sessionId: string,
    actionIds: readonly string[],
    reason: string,
  ): Promise<Change[]> {
    const pending = await this.repository.pendingOf(em, organizationId, sessionId);
    const wanted = pending.filter(({ id }) => actionIds.includes(id));
    return this.rejectEach(em, organizationId, wanted, reason);
  }

  /** The approved state no longer exists, so the person is asked again, under the lock of the session. */
  async askAgain(em: EntityManager, organizationId: string, id: string, action: HeldAction): Promise<void> {
    const approval = await this.repository.find(em, organizationId, id);
    if (!approval) throw notFound('approval');
    await this.moves.move(em, action, { type: 'ask-again' });
    await this.repository.reopen(em, organizationId, id);
    const change = await this.transactions.change(em, approval, 'approval.reopened');
    await this.audit.record(em, bySystem(organizationId, 'calls'), change);
  }

  private async rejectEach(
    em: EntityManager,
    organizationId: string,
    approvals: readonly ApprovalRow[],
    reason: string,
  ): Promise<Change[]> {
    const changes: Change[] = [];
    for (const approval of approvals) {
      const action = await this.moves.hold(em, organizationId, approval.id);
      const ended = { approval, action };
      // An approval that was read as expired stays expired, although the job has not recorded it yet.
      const change = transition(action, EXPIRE, action.now).refusal
        ? await this.transactions.record(em, { ...ended, command: WITHDRAW }, 'approval.rejected', {
            reason,
            decidedBy: null,
          })
        : await this.transactions.record(em, { ...ended, command: EXPIRE }, 'approval.expired', EXPIRED);
      changes.push(change);
    }
    return changes;
  }

  /** Adds one operator's approval of the current arguments; the last one that is needed decides. */
  private async addApproval(
    em: EntityManager,
    by: Principal,
    { approval, standing, action, command }: Approving,
  ): Promise<Change> {
    await this.repository.addApproval(em, approval, by);
    if (standing === 'pending') return this.transactions.change(em, approval, 'approval.given');
    const decision = { reason: null, decidedBy: by.label };
    return this.transactions.record(em, { approval, action, command }, 'approval.approved', decision);
  }

  /** Loaded before the transaction, which must not wait for a second connection while it holds one. @throws 404 */
  private async rulesFor(caller: Principal, id: string, payload: JsonObject | undefined): Promise<Rules> {
    const { judge, approvable, windows: windowsOf } = await this.policies.of(caller);
    if (!payload) return { judge, approvable, edited: null, windows: [] };
    const edited = await this.subjectOf(caller, id, payload);
    const asked = windowsOf(edited);
    const blocking = blockingWindows(judge, edited, asked);
    const windows = asked.map((window) => ({ ...window, blocks: blocking.has(window.policyId) }));
    return { judge, approvable, edited, windows };
  }

  /** Weighs an approval of these arguments at this moment; the session is locked. */
  private async weigh(
    em: EntityManager,
    { judge, edited }: Rules,
    { approval, action }: Pick<Deciding, 'approval' | 'action'>,
    { payload, payloadHash: shown }: Pick<ApproveDto, 'payload' | 'payloadHash'>,
  ) {
    const agentId = approval.agent_slug;
    const verdict = edited && judge(edited);
    const isPaused = await this.agents.isPausedNow(em, approval.organization_id, agentId);
    const command = { type: 'approve', shownHash: shown ?? null, isPaused, edit: verdict?.decision ?? null } as const;
    const { refusal } = transition(action, command, action.now);
    const asked = askedOf(approval);
    const toApprove = payload && verdict ? afterEditing(asked, canonicalHash(payload), verdict) : asked;
    return { command, refusal, verdict, toApprove };
  }

  /**
   * The standing after this operator's approval. Whoever edits has to be an approver of what was asked, too: arguments that
   * other policies hold let nobody else in.
   * @throws 403 not-an-approver; 409 already-approved-by-you
   */
  private async checkedStanding(em: EntityManager, by: Principal, approval: ApprovalRow, toApprove: ToApprove) {
    const asked = askedOf(approval);
    if (toApprove.payloadHash !== asked.payloadHash)
      await this.approvers.standingOf(em, by, approval, { ...asked, votes: [] });
    return this.approvers.standingOf(em, by, approval, toApprove);
  }

  /** @throws 404 */
  private async subjectOf(caller: Principal, id: string, payload: JsonObject): Promise<PolicySubject> {
    const { organizationId } = caller;
    const approval = await this.database.transaction(organizationId, (em) =>
      this.repository.find(em, organizationId, id),
    );
    if (!approval) throw notFound('approval');
    const redactor = await this.redactions.of(caller, approval.api_name);
    const isRedacted = approval.redacted !== null || redactor?.redact('payload', payload).replaced.length;
    if (isRedacted) throw redactedArguments();
    const { api_name: apiName, operation_type: operationType, may_do: mayDo } = approval;
    const call = { apiName, operationType, payload, mayDo };
    const subject = await this.subjects.of(caller, sessionOf(approval), call, 'later');
    return this.subjects.withWindows(caller, subject, approval.id);
  }

  private async edit(
    em: EntityManager,
    approval: ApprovalRow,
    edit: { readonly payload: JsonObject; readonly reason: string | null },
    edited: ToApprove,
    windows: readonly object[],
  ): Promise<void> {
    if (edited.payloadHash === approval.approved_hash) return;
    await this.moves.edit(em, approval, edit.payload);
    await this.repository.edit(em, approval, edit, edited);
    await this.repository.moveBetweenWindows(em, approval, windows);
  }
}

const askedOf = ({ approved_hash: payloadHash, required_approvals: required, approver_rules, votes }: ApprovalRow) => ({
  payloadHash,
  required,
  rules: approver_rules ?? [],
  votes: votes ?? [],
});
