import type { DoubleSettings } from '../../../sdk/src/testing/double.js';
import type { ActionRow } from '../../../src/actions/action.view.js';
import { hasRefusal } from '../../../src/actions/rules/action.js';
import type { LoggedAction } from '../../../src/actions/rules/action-state.js';
import type { DecidedAs } from '../../../src/actions/rules/refusal.js';
import type { Transition } from '../../../src/actions/rules/transition.js';
import type { ApprovalStatus, Vote } from '../../../src/approvals/approval.js';
import { notFound } from '../../../src/platform/errors.js';
import type { ApproverRule } from '../../../src/policies/policy.js';
import type { SessionEntity } from '../../../src/sessions/session.entity.js';
import { isRolled } from '../../../src/sessions/session.js';
import { compileRules, type Rules } from './rules.js';
import { Windows } from './windows.js';

/** An action with the facts that only the database holds. */
export interface StoredAction {
  row: ActionRow;
  payloadHash: string;
  readonly sessionId: string;
  readonly approvalId: string | null;
  /** The name that the client which began the call chose for that; null when none did. */
  claim: string | null;
}

export interface StoredApproval {
  readonly id: string;
  readonly actionId: string;
  readonly createdAt: Date;
  readonly usableMs: number;
  readonly waitsMs: number;
  readonly mayDo: readonly string[];
  readonly policyIds: readonly string[];
  summary: string;
  sentence: string;
  payloadHash: string;
  required: number;
  rules: readonly ApproverRule[];
  votes: readonly Vote[];
  status: ApprovalStatus;
  expiresAt: Date;
  permitsAt: Date | null;
  usableUntil: Date | null;
  reason: string | null;
  decidedBy: string | null;
  decidedAs: DecidedAs | null;
  decidedAt: Date | null;
  editReason: string | null;
}

export interface StoredCapture {
  readonly id: string;
  readonly sessionId: string;
  readonly apiName: string;
  readonly payloadHash: string;
  readonly failed: boolean;
  readonly capturedAt: Date;
  actionId: string | null;
  readonly formerId: string | null;
}

const TAKEN_BACK: Readonly<Partial<Record<DecidedAs, LoggedAction['takenBack']>>> = {
  REVOKED: 'revoked',
  LAPSED: 'lapsed',
};

/** The state of the double: one organization. */
export class World {
  readonly sessions = new Map<string, SessionEntity>();
  readonly actions = new Map<string, StoredAction>();
  readonly approvals = new Map<string, StoredApproval>();
  readonly captures = new Map<string, StoredCapture>();
  readonly paused = new Set<string>();
  readonly windows = new Windows();
  rules: Rules = compileRules([], 'ALLOW');
  /** The actions that were metered. */
  used = 0;
  #aheadMs = 0;

  constructor(readonly settings: DoubleSettings) {}

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  advance(milliseconds: number): void {
    this.#aheadMs += milliseconds;
  }

  operation(apiName: string) {
    return this.settings.registry.find((entry) => entry.apiName === apiName);
  }

  /** @throws 404 */
  session(id: string, simulated: boolean | null): SessionEntity {
    const session = this.sessions.get(id);
    if (!session || (simulated !== null && session.simulated !== simulated)) throw notFound('session');
    return session;
  }

  /** @throws 404 */
  action(sessionId: string, id: string): StoredAction {
    const action = this.actions.get(id);
    if (action?.sessionId !== sessionId) throw notFound('action');
    return action;
  }

  actionsOf(sessionId: string): readonly StoredAction[] {
    return [...this.actions.values()].filter((action) => action.sessionId === sessionId);
  }

  approvalOf({ approvalId }: StoredAction): StoredApproval | null {
    return approvalId === null ? null : (this.approvals.get(approvalId) ?? null);
  }

  /** The action as the transition table reads it. */
  stateOf(action: StoredAction): LoggedAction {
    const { row } = action;
    const approval = this.approvalOf(action);
    const session = this.session(action.sessionId, null);
    return {
      status: row.status,
      isRead: row.operation_type === 'READ',
      session: { status: session.status, isRolled: isRolled(session) },
      violation: row.violation,
      payloadHash: action.payloadHash,
      isEdited: row.original_payload !== null,
      isRefused: hasRefusal(row.response),
      isSettled: false,
      isPerformed: false,
      approval,
      takenBack: TAKEN_BACK[approval?.decidedAs ?? 'APPROVED'] ?? null,
      hasBegun: row.begun_at !== null,
      claim: action.claim,
    };
  }

  /** Writes what a transition made of an action, with the counters of its session. */
  move(action: StoredAction, made: Transition): void {
    const { row } = action;
    const session = this.session(action.sessionId, null);
    const was = row.status;
    const status = made.status ?? was;
    const effect = made.takesEffect ? (row.effect_sequence ?? session.lastEffectSequence + 1) : row.effect_sequence;
    action.row = { ...row, status, violation: made.violation, effect_sequence: effect, updated_at: this.now() };
    this.count(session, made);
    const approval = this.approvalOf(action);
    if (was === 'CLEARED' && status !== was && approval?.usableUntil && approval.usableUntil > this.now())
      approval.usableUntil = null;
    if (status !== was) this.windows.move(row.id, was, status, this.now());
  }

  count(session: SessionEntity, { counters, takesEffect }: Pick<Transition, 'counters' | 'takesEffect'>): void {
    for (const [name, by] of Object.entries(counters)) session[name as keyof typeof counters] += by;
    if (takesEffect) session.lastEffectSequence += 1;
    session.updatedAt = this.now();
  }
}
