import { sessionRolledBack } from '../../../src/actions/action.errors.js';
import { summarize } from '../../../src/actions/rules/action.js';
import type { Decide, TakeBack } from '../../../src/actions/rules/action-state.js';
import { transition } from '../../../src/actions/rules/transition.js';
import { approvedAlready, cannotDecide } from '../../../src/approvals/approval.errors.js';
import { afterEditing, afterHold, needsTogether, type ToApprove } from '../../../src/approvals/approval.js';
import { type ApprovalDetailRow, toApprovalDetail } from '../../../src/approvals/approval.view.js';
import { type Approver, afterApproving } from '../../../src/approvals/approvers/approvers.js';
import type { JsonObject } from '../../../src/connectors/connector.js';
import { summaryOf } from '../../../src/connectors/summary/summary.js';
import { notFound, validationFailed } from '../../../src/platform/errors.js';
import { blockingWindows, withHeld } from '../../../src/policies/windows/held.js';
import type { SessionEntity } from '../../../src/sessions/session.entity.js';
import { agentPaused } from '../../../src/sessions/session.errors.js';
import { isRolled } from '../../../src/sessions/session.js';
import { canonicalHash } from './replaced/hash.js';
import { subjectOf } from './subjects.js';
import type { StoredAction, StoredApproval, World } from './world.js';

interface Found {
  readonly approval: StoredApproval;
  readonly action: StoredAction;
}

/** An operator's yes. */
interface Yes {
  readonly payload?: JsonObject;
  readonly reason?: string;
  readonly payloadHash?: string;
}

/** The double has no dashboard. */
const PAGES = { dashboardUrl: 'http://double.invalid/dashboard' };

/** @throws 404 */
export function find(world: World, id: string, simulated: boolean | null): Found {
  const approval = world.approvals.get(id);
  const action = approval && world.actions.get(approval.actionId);
  const session = action && world.sessions.get(action.sessionId);
  if (!session || (simulated !== null && session.simulated !== simulated)) throw notFound('approval');
  return { approval, action };
}

/** The approval in the form of answers. @throws to an agent whose call would run next: 403 agent-paused */
export function show(world: World, { approval, action }: Found, forOperator: boolean) {
  const detail = toApprovalDetail(rowOf(world, { approval, action }), forOperator, PAGES);
  const session = world.session(action.sessionId, null);
  if (!forOperator && detail.status === 'APPROVED' && detail.actionStatus === 'CLEARED') {
    if (isRolled(session)) throw sessionRolledBack();
    if (world.paused.has(session.agentSlug)) throw agentPaused(session.agentSlug);
  }
  return detail;
}

/** @throws as `POST /approvals/:id/approve` */
export function approve(world: World, { approval, action }: Found, by: string, yes: Yes): void {
  const { payload, reason = null, payloadHash: shownHash = null } = yes;
  if (reason !== null && !payload) throw validationFailed('reason', 'belongs to edited arguments');
  const session = world.session(action.sessionId, null);
  const { api_name: apiName, operation_type: operationType } = action.row;
  const { mayDo } = approval;
  const edited = payload ? subjectOf(world, session, { apiName, operationType, payload, mayDo }, 'later') : null;
  const asked = edited ? world.rules.windows(edited) : [];
  const held = edited && withHeld(edited, asked, world.windows.hold(asked, world.now(), action.row.id));
  const verdict = held && world.rules.judge(held);
  const isPaused = world.paused.has(session.agentSlug);
  const command = { type: 'approve', shownHash, isPaused, edit: verdict?.decision ?? null } as const;
  const { refusal } = transition(world.stateOf(action), command, world.now());
  if (refusal) throw cannotDecide(refusal, rowOf(world, { approval, action }), verdict);
  if (payload && edited && verdict) {
    const blocking = blockingWindows(world.rules.judge, edited, asked);
    const toApprove = afterEditing(approval, canonicalHash(payload), verdict);
    if (toApprove.payloadHash !== approval.payloadHash) {
      edit(world, { approval, action }, payload, reason, toApprove);
      const windows = asked.map((window) => ({ ...window, expected: null, blocks: blocking.has(window.policyId) }));
      world.windows.replace(action.row.id, windows, world.now());
    }
  }
  if (action.row.status === 'PENDING_APPROVAL' && world.windows.block(action.row.id, world.now()))
    throw cannotDecide('policy-blocked', rowOf(world, { approval, action }), verdict);
  const given = approval.votes.map(({ user }) => inEveryGroup(user, approval));
  const needs = { required: approval.required, rules: approval.rules, askedAt: approval.createdAt };
  const standing = afterApproving(inEveryGroup(by, approval), given, needs);
  if (standing === 'approved-already') throw approvedAlready();
  approval.votes = [...approval.votes, { user: by, by, at: world.now().toISOString() }];
  if (standing === 'approved') record(world, { approval, action }, command, null, by);
}

/** The double has no groups: each of its operators is in all of them, and none has asked. */
const inEveryGroup = (user: string, { rules }: StoredApproval): Approver => ({
  user,
  isRequester: false,
  memberships: rules
    .flatMap(({ groups }) => groups)
    .map((group) => ({ group, since: new Date(0), byThemselves: false })),
});

function edit(world: World, { approval, action }: Found, payload: JsonObject, reason: string | null, to: ToApprove) {
  const { row } = action;
  action.row = { ...row, original_payload: row.original_payload ?? row.payload, payload, updated_at: world.now() };
  action.payloadHash = canonicalHash(payload);
  Object.assign(approval, {
    payloadHash: action.payloadHash,
    required: to.required,
    rules: to.rules,
    votes: [],
    ...afterHoldOf(world, approval),
    editReason: reason,
    summary: summarize(payload),
    sentence: summaryOf(null, row.api_name, payload, null),
  });
}

/** A hold that ends without a permission leaves the person the usual time. */
const afterHoldOf = (world: World, { permitsAt, expiresAt, waitsMs }: StoredApproval) => ({
  permitsAt: null,
  expiresAt: permitsAt ? new Date(world.now().getTime() + waitsMs) : expiresAt,
});

/** Decides by a command without further conditions. @throws 409 */
export function end(
  world: World,
  found: Found,
  command: Extract<Decide | TakeBack, { type: 'reject' | 'give-up' | 'revoke' }>,
  reason: string | null,
  by: string | null,
): void {
  const { refusal } = transition(world.stateOf(found.action), command, world.now());
  if (refusal) throw cannotDecide(refusal, rowOf(world, found));
  record(world, found, command, reason, by);
}

/** Ends what is due: expired and lapsed approvals, and holds that no operator stopped. */
export function endDue(world: World): void {
  for (const approval of world.approvals.values()) {
    const found = { approval, action: world.actions.get(approval.actionId) as StoredAction };
    const session = world.session(found.action.sessionId, null);
    const isPaused = world.paused.has(session.agentSlug);
    const { hasApprovals } = world.settings;
    const ends = [
      [{ type: 'lapse' }, 'lapsed'],
      [{ type: 'expire' }, 'expired'],
      [{ type: 'permit', isPaused, hasApprovals }, 'not-stopped'],
    ] as const;
    const now = world.now();
    const due = ends.find(([command]) => transition(world.stateOf(found.action), command, now).refusal === null);
    if (!due || (due[0].type === 'lapse' && approval.decidedAs === 'LAPSED')) continue;
    const verdict = due[0].type === 'permit' ? atEndOfHold(world, found, session) : null;
    const hold = verdict ? afterHold(verdict) : 'permitted';
    if (hold === 'refused') record(world, found, { type: 'withdraw' }, 'policy-blocked', null);
    else if (verdict && hold === 'asked')
      Object.assign(approval, { ...afterHoldOf(world, approval), ...needsTogether(approval, verdict) });
    else record(world, found, due[0], due[1], null);
  }
}

/** Judges a held call by the policies of now, with the time of its ask and its place in the session. */
function atEndOfHold(world: World, { action: { row }, approval: { mayDo } }: Found, session: SessionEntity) {
  const { api_name: apiName, operation_type: operationType, payload, snapshot_failed: failed } = row;
  const capture = failed === null ? 'none' : { failed };
  const read = subjectOf(world, session, { apiName, operationType, payload, mayDo }, capture);
  const soFar = read.session && { ...read.session, calls: row.sequence - 1 };
  const subject = { ...read, session: soFar, at: new Date(row.created_at) };
  const windows = world.rules.windows(subject);
  const holds = world.windows.hold(windows, world.now(), row.id);
  return world.rules.judge(withHeld(subject, windows, holds));
}

/** Rejects what an agent waits for when it is paused. */
export function withdrawAllOf(world: World, agentId: string): void {
  for (const approval of world.approvals.values()) {
    const action = world.actions.get(approval.actionId) as StoredAction;
    const isWaiting = approval.status === 'PENDING' && action.row.status === 'PENDING_APPROVAL';
    if (isWaiting && world.session(action.sessionId, null).agentSlug === agentId)
      record(world, { approval, action }, { type: 'withdraw' }, 'agent-paused', null);
  }
}

const DECIDED_AS = {
  ...{ approve: 'APPROVED', permit: 'APPROVED', reject: 'REJECTED', expire: 'EXPIRED', withdraw: 'WITHDRAWN' },
  ...{ 'give-up': 'WITHDRAWN', revoke: 'REVOKED', lapse: 'LAPSED' },
} as const satisfies Record<(Decide | TakeBack)['type'], StoredApproval['decidedAs']>;

function record(
  world: World,
  { approval, action }: Found,
  command: Decide | TakeBack,
  reason: string | null,
  by: string | null,
): void {
  const now = world.now();
  const made = transition(world.stateOf(action), command, now);
  const decidedAs = DECIDED_AS[command.type];
  const waited = action.row.status === 'PENDING_APPROVAL';
  const isUsable = waited && decidedAs === 'APPROVED';
  Object.assign(approval, {
    status: decidedAs === 'APPROVED' ? 'APPROVED' : 'REJECTED',
    ...{ reason, decidedBy: by, decidedAs, decidedAt: now },
    usableUntil: isUsable ? new Date(now.getTime() + approval.usableMs) : null,
  });
  world.move(action, made);
}

/** The row that the service's views read. */
function rowOf(world: World, { approval, action }: Found): ApprovalDetailRow {
  const session = world.session(action.sessionId, null);
  const row = shownRow(world, action);
  return {
    ...row,
    approval_id: approval.id,
    approval_status: approval.status,
    approval_expires_at: approval.expiresAt,
    approval_permits_at: approval.permitsAt,
    approval_usable_until: approval.usableUntil,
    agent_slug: session.agentSlug,
    on_behalf_of: session.onBehalfOf,
    labels: session.labels,
    simulated: session.simulated,
    session_status: session.status,
    rolled: isRolled(session),
    organization_id: '',
    payload_hash: action.payloadHash,
    snapshot_payload_hash: null,
    payload_summary: approval.summary,
    asking_policy_ids: approval.policyIds,
    call_summary: approval.sentence,
    approved_hash: approval.payloadHash,
    decided_by: approval.decidedBy,
    approval_created_at: approval.createdAt,
    decided_at: approval.decidedAt,
    may_do: approval.mayDo,
    required_approvals: approval.required,
    requester: null,
    approver_rules: approval.rules,
    ...{ note: null, noted_by: null, noted_at: null, provider_refusal: null },
    votes: [...approval.votes],
    now: world.now(),
  };
}

/** The action's row, joined with its approval as it is now. */
export function shownRow(world: World, action: StoredAction) {
  const approval = world.approvalOf(action);
  return {
    ...action.row,
    approval_status: approval?.status ?? null,
    approval_expires_at: approval?.expiresAt ?? null,
    approval_permits_at: approval?.permitsAt ?? null,
    approval_reason: approval?.reason ?? null,
    approval_decided_as: approval?.decidedAs ?? null,
    approval_usable_until: approval?.usableUntil ?? null,
    approval_edit_reason: approval?.editReason ?? null,
  };
}
