import { Injectable } from '@nestjs/common';
import { may } from '../auth/access/permissions.js';
import type { Principal } from '../auth/access/principal.js';
import { AuthenticationService } from '../auth/authentication.service.js';
import { answered, conflict, type Retry, STALE } from '../auth/retry.js';
import type { Json } from '../connectors/connector.js';
import { notFound } from '../platform/errors.js';
import type { KeptPart } from '../redaction/call-redactor.js';
import { Redactions } from '../redaction/redactions.service.js';
import { KnownAgents } from '../sessions/known-agents.js';
import { type SessionFacts, SessionsService } from '../sessions/sessions.service.js';
import { illegalTransition } from './action.errors.js';
import { type ActionView, toActionView } from './action.view.js';
import type { ConfirmActionDto } from './actions.dto.js';
import { IntentGauge } from './intent-gauge.js';
import { type Confirmed, type ConfirmItem, countsOf } from './ledger/items.js';
import { Ledger } from './ledger/ledger.js';
import { hasRefusal } from './rules/action.js';
import type { LoggedAction } from './rules/action-state.js';
import { type Transition, transition } from './rules/transition.js';
import { SealedCalls } from './sealed-calls.service.js';

type FoundAction = LoggedAction & { readonly row: NonNullable<Confirmed['action']> };

/** Records the outcome of a call that its client reports (docs/contract.md, "Actions"). */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly ledger: Ledger,
    private readonly authentication: AuthenticationService,
    private readonly sessions: SessionsService,
    private readonly agents: KnownAgents,
    private readonly gauge: IntentGauge,
    private readonly sealed: SealedCalls,
    private readonly redactions: Redactions,
  ) {}

  /** Records an outcome. @throws 404, 409 illegal-transition */
  confirm(caller: Principal, credential: string, sessionId: string, actionId: string, body: ConfirmActionDto) {
    const { status: outcome, payloadHash: ranHash = null, response } = body;
    const isRefused = response === undefined ? null : hasRefusal(response);
    return this.authentication.retryWhenStale<ActionView, FoundAction>(caller, credential, async (current, found) => {
      const facts = await this.sessions.factsOf(current, sessionId);
      const isPaused = await this.agents.isPaused(current, facts.agentSlug);
      const state = found ?? this.expected(actionId, ranHash);
      const decided = transition(state, { type: 'confirm', outcome, ranHash, isRefused, isPaused }, new Date());
      const changes = decided.status !== null && decided.status !== state.status;
      if (found && decided.status === null) throw illegalTransition(found.status, outcome);
      if (found && !changes) return answered(this.show(current, facts, found.row));
      const kept = response === undefined ? null : await this.keptAnswer(current, actionId, response);
      const item = {
        was: changes ? state.status : null,
        was_hash: found ? found.payloadHash : ranHash,
        ...toItem(current, facts, actionId, kept ? { ...body, response: kept.shown } : body, state, decided),
        ...(kept && { redacted: kept.replaced, sealed: { response: kept.seal(actionId) ?? '' } }),
      };
      return this.answer(current, facts, item, await this.ledger.confirm(item));
    });
  }

  /** The answer as it is stored; null where nothing in it is replaced. */
  private async keptAnswer(caller: Principal, actionId: string, response: Json): Promise<KeptPart<Json> | null> {
    if (!(await this.redactions.isActive(caller))) return null;
    const call = await this.sealed.known(caller.organizationId, actionId);
    const redactor = call && (await this.redactions.of(caller, call.apiName, call.values));
    const kept = redactor?.redact('response', response) ?? null;
    return kept && kept.replaced.length > 0 ? kept : null;
  }

  /** The state in which an action is expected until the ledger says otherwise. */
  private expected(actionId: string, ranHash: string | null): LoggedAction {
    return {
      status: 'CLEARED',
      isRead: this.ledger.isKnownRead(actionId),
      session: { status: 'ACTIVE', isRolled: false },
      violation: null,
      payloadHash: ranHash ?? '',
      isEdited: false,
      isRefused: false,
      isSettled: false,
      isPerformed: false,
      approval: null,
      takenBack: null,
      hasBegun: false,
      claim: null,
    };
  }

  private answer(
    caller: Principal,
    facts: SessionFacts,
    item: ConfirmItem,
    confirmed: Confirmed,
  ): Retry<ActionView, FoundAction> {
    const { action, sessionStatus, isRolled } = confirmed;
    if (!sessionStatus || !action) throw notFound('action');
    if (!confirmed.epochHolds) return STALE;
    if (confirmed.written) return answered(this.show(caller, facts, confirmedRow(action, item, confirmed)));
    return conflict({
      status: action.status,
      isRead: action.operation_type === 'READ',
      session: { status: sessionStatus, isRolled },
      violation: action.violation,
      payloadHash: action.payload_hash,
      isEdited: action.original_payload !== null,
      isRefused: hasRefusal(action.response),
      isSettled: action.settled_as !== null,
      isPerformed: action.performed,
      approval: null,
      takenBack: takenBackIn(action, confirmed),
      hasBegun: action.begun_at !== null,
      claim: null,
      row: action,
    });
  }

  private show(caller: Principal, facts: SessionFacts, row: FoundAction['row']): ActionView {
    this.gauge.noticed(caller, facts.id);
    return toActionView(row, facts.simulated, may(caller, 'read-captured-values'));
  }
}

/** The short statement answers no `isLapsed`: the job that records it may be late. */
function takenBackIn(
  { approval_decided_as: decidedAs, approval_usable_until: until }: FoundAction['row'],
  { isLapsed, at }: Confirmed,
): LoggedAction['takenBack'] {
  const isOver = isLapsed ?? (until !== null && new Date(until) <= new Date(at));
  if (isOver || decidedAs === 'LAPSED') return 'lapsed';
  return decidedAs === 'REVOKED' ? 'revoked' : null;
}

function toItem(
  caller: Principal,
  { id: session, simulated }: SessionFacts,
  action: string,
  { response, status: outcome }: ConfirmActionDto,
  state: LoggedAction,
  decided: Transition,
): Omit<ConfirmItem, 'was' | 'was_hash'> {
  const status = decided.status ?? outcome;
  return {
    org: caller.organizationId,
    epoch: caller.epoch,
    session,
    action,
    simulated: caller.simulated,
    session_status: state.session.status,
    rolled: state.session.isRolled,
    is_read: state.isRead,
    was_violation: state.violation,
    edited: state.isEdited,
    lapsed: state.takenBack === 'lapsed',
    status,
    violation: decided.violation,
    response,
    takes_effect: decided.takesEffect,
    counts: { ...countsOf(caller.organizationId, session, decided), active: true },
    note: {
      org: caller.organizationId,
      simulated,
      was: state.status,
      became: status,
      ...(state.violation === null && { detail: decided.violation }),
    },
  };
}

/** Builds the row that was just written, without reading it again. */
function confirmedRow(
  row: FoundAction['row'],
  item: ConfirmItem,
  { effectSequence, at }: Confirmed,
): FoundAction['row'] {
  return {
    ...row,
    status: item.status,
    violation: item.violation,
    response: item.response ?? row.response,
    effect_sequence: item.takes_effect ? effectSequence : row.effect_sequence,
    updated_at: at,
  };
}
