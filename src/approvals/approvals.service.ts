import { Injectable } from '@nestjs/common';
import { sessionRolledBack } from '../actions/action.errors.js';
import { may } from '../auth/access/permissions.js';
import type { Identity, Principal } from '../auth/access/principal.js';
import { unauthenticated } from '../auth/auth.errors.js';
import { AuthenticationService } from '../auth/authentication.service.js';
import { Config } from '../config/config.js';
import { Database } from '../platform/database/database.js';
import { notFound } from '../platform/errors.js';
import type { DisconnectSignal } from '../platform/http/answers/disconnected.js';
import { KnownAgents } from '../sessions/known-agents.js';
import { agentPaused } from '../sessions/session.errors.js';
import { type ApprovalDetail, type ApprovalRow, isVisible, toApprovalDetail, toApprovalView } from './approval.view.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { Approvers } from './approvers/approvers.service.js';
import { ApprovalCards } from './card/approval-card.js';
import { GrantsService } from './grants/grants.service.js';
import { ApprovalReads } from './waiting/approval-reads.js';
import { DecisionWaits } from './waiting/decision-waits.js';

/** Reading approvals, and waiting for one to be decided (docs/contract.md, "Approvals"). */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly repository: ApprovalsRepository,
    private readonly reads: ApprovalReads,
    private readonly authentication: AuthenticationService,
    private readonly decisionWaits: DecisionWaits,
    private readonly agents: KnownAgents,
    private readonly cards: ApprovalCards,
    private readonly grants: GrantsService,
    private readonly approvers: Approvers,
    private readonly config: Config,
  ) {}

  /**
   * Waits up to `waitSeconds` for a decision, without a connection. It authenticates the caller again whenever their
   * organization changes and before it answers. A wait ends when its client disconnects.
   * @throws 404; 429 rate-limited; to an agent whose approved call would run next: 403 agent-paused, 409
   * session-rolled-back
   */
  async get(caller: Principal, credential: string, id: string, waitSeconds: number, disconnected: DisconnectSignal) {
    const until = performance.now() + waitSeconds * 1000;
    let current: Identity = caller;
    for (;;) {
      const { status } = toApprovalView(visible(current, await this.reads.read(current.organizationId, id)), false);
      if (status !== 'PENDING' || performance.now() >= until || this.decisionWaits.isClosed)
        return this.detail(current, id);
      const woken = await this.decidedOrOver(current, credential, id, until, disconnected);
      if (woken === 'disconnected') return null;
      current = woken;
    }
  }

  /** Holds the request for as long as its caller is authenticated. @throws 401, 429 rate-limited */
  private async decidedOrOver(
    caller: Identity,
    credential: string,
    approvalId: string,
    until: number,
    disconnected: DisconnectSignal,
  ): Promise<Identity | 'disconnected'> {
    let current = caller;
    for (;;) {
      const why = await this.decisionWaits.wait(current, approvalId, disconnected(), until - performance.now());
      if (why === 'disconnected') return why;
      const renewed = await this.authentication.authenticateFresh(credential);
      if (!renewed) throw unauthenticated();
      if (why !== 'changed') return renewed;
      current = renewed;
    }
  }

  /** Reads the approval with its call's contents once, when it is answered. */
  private async detail(caller: Identity, id: string) {
    const { organizationId } = caller;
    const forOperator = may(caller, 'read-captured-values');
    const { row, grant } = await this.database.snapshot(organizationId, async (em) => ({
      row: visible(caller, await this.repository.detail(em, organizationId, id, forOperator)),
      grant: forOperator ? await this.grants.madeWith(em, organizationId, id) : null,
    }));
    const approval = toApprovalDetail(row, forOperator, this.config);
    if (runsNext(caller, approval)) {
      if (row.rolled) throw sessionRolledBack();
      if (await this.agents.isPaused(caller, approval.agentId)) throw agentPaused(approval.agentId);
    }
    if (!forOperator) return approval;
    const difference = await this.cards.differenceOf(row);
    return this.database.transaction(organizationId, async (em) => ({
      ...approval,
      summary: this.cards.summaryOf(row),
      grant,
      approvers: await this.approvers.show(em, caller, row),
      context: await this.cards.contextOf(em, row, difference),
    }));
  }
}

/** @throws 404 both for an approval that the caller may not see and for one that does not exist */
function visible<R extends ApprovalRow>(caller: Identity, row: R | null): R {
  if (!row || !isVisible(caller, row)) throw notFound('approval');
  return row;
}

/** True when an agent may now run the call: it is approved and cleared. */
function runsNext(caller: Identity, { status, actionStatus }: ApprovalDetail): boolean {
  return may(caller, 'run-approved-calls') && status === 'APPROVED' && actionStatus === 'CLEARED';
}
