import { Injectable } from '@nestjs/common';
import { may } from '../../auth/access/permissions.js';
import type { Principal } from '../../auth/access/principal.js';
import { AuthenticationService } from '../../auth/authentication.service.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { answered, STALE } from '../../auth/retry.js';
import { Database } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { KnownAgents } from '../../sessions/known-agents.js';
import { SessionLocks } from '../../sessions/session-locks.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { cannotBegin } from '../action.errors.js';
import { toActionView } from '../action.view.js';
import type { ConfirmActionDto } from '../actions.dto.js';
import { ActionsService } from '../actions.service.js';
import { ActionMoves } from '../ledger/action-moves.js';
import { transition } from '../rules/transition.js';

type Begun = ConfirmActionDto & Required<Pick<ConfirmActionDto, 'claim'>>;

/** Calls that their clients begin: of several clients that try, one runs the call (docs/contract.md, "Actions"). */
@Injectable()
export class BegunCalls {
  constructor(
    private readonly database: Database,
    private readonly authentication: AuthenticationService,
    private readonly epochs: OrganizationEpochs,
    private readonly sessions: SessionsService,
    private readonly locks: SessionLocks,
    private readonly agents: KnownAgents,
    private readonly actions: ActionsService,
    private readonly moves: ActionMoves,
  ) {}

  /**
   * Decides under the lock of the session: the call begins, or it was taken back, rolled back or begun before.
   * @throws 400; 403 agent-paused; 404; 409 already-begun, not-approved, payload-changed, session-closed,
   *   session-rolled-back, illegal-transition
   */
  begin(caller: Principal, credential: string, sessionId: string, actionId: string, body: Begun) {
    const { status, claim, payloadHash: ranHash = null, response } = body;
    if (status !== 'CLEARED' || response !== undefined)
      throw validationFailed('claim', 'belongs to the status CLEARED, without a response');
    return this.authentication.retryWhenStale(caller, credential, (current) =>
      this.database.transaction(current.organizationId, async (em) => {
        const { organizationId } = current;
        const { agentSlug, simulated } = await this.sessions.lock(em, current, sessionId);
        if (!(await this.epochs.isCurrent(em, current))) return STALE;
        const find = () => this.actions.find(em, organizationId, actionId);
        if ((await find())?.session_id !== sessionId) throw notFound('action');
        const action = await this.moves.hold(em, organizationId, actionId);
        const isPaused = await this.agents.isPausedNow(em, organizationId, agentSlug);
        const { refusal } = transition(action, { type: 'begin', claim, ranHash, isPaused }, action.now);
        if (refusal) throw cannotBegin(refusal, agentSlug);
        await this.moves.begin(em, action, claim);
        const row = await find();
        if (!row) throw notFound('action');
        return answered(toActionView(row, simulated, may(current, 'read-captured-values')));
      }),
    );
  }

  /** Makes UNKNOWN of a call that began and got no outcome in time. The row decides, so any process may call it. */
  async giveUp(organizationId: string, actionId: string): Promise<void> {
    await this.database.transaction(organizationId, async (em) => {
      const before = await this.actions.find(em, organizationId, actionId);
      if (!before) return;
      await this.locks.hold(em, organizationId, before.session_id);
      const action = await this.moves.hold(em, organizationId, actionId);
      const command = { type: 'overdue' } as const;
      if (transition(action, command, action.now).refusal === null) await this.moves.move(em, action, command);
    });
  }
}
