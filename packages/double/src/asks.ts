import {
  cannotBegin,
  illegalTransition,
  policyBlocked,
  precaptureMismatch,
  problemOf,
  recaptureRefused,
  sessionClosed,
  sessionRolledBack,
} from '../../../src/actions/action.errors.js';
import type { ConfirmActionDto, PrecaptureDto } from '../../../src/actions/actions.dto.js';
import type { OpenedApproval } from '../../../src/actions/ledger/items.js';
import {
  foundOf,
  type JudgedCall,
  type LoggedCall,
  toRecordedRow,
  toRecordItem,
} from '../../../src/actions/ledger/recording.js';
import { hasRefusal } from '../../../src/actions/rules/action.js';
import { commandOf, isAsk } from '../../../src/actions/rules/command-of.js';
import { transition } from '../../../src/actions/rules/transition.js';
import type { Principal } from '../../../src/auth/access/principal.js';
import { summaryOf } from '../../../src/connectors/summary/summary.js';
import { notFound, validationFailed } from '../../../src/platform/errors.js';
import { blockingWindows, withHeld } from '../../../src/policies/windows/held.js';
import type { SessionEntity } from '../../../src/sessions/session.entity.js';
import { agentPaused } from '../../../src/sessions/session.errors.js';
import { isRolled } from '../../../src/sessions/session.js';
import { canonicalHash } from './replaced/hash.js';
import { newId } from './replaced/ids.js';
import { subjectOf } from './subjects.js';
import type { StoredAction, StoredCapture, World } from './world.js';

/** The default of `APPROVAL_TTL_HOURS`. */
const APPROVAL_TTL_MS = 24 * 3_600_000;

export interface Logged {
  readonly action: StoredAction;
  /** The call was recorded, and is refused all the same. */
  readonly problem: Error | null;
}

/** Asks before a call runs, or reports one that ran. @throws as `POST /sessions/:id/actions` */
export function log(world: World, session: SessionEntity, call: LoggedCall): Logged {
  if (isAsk(call) && call.violation) throw validationFailed('violation', 'only what ran already can have been ungated');
  const now = world.now();
  const judged = judge(world, session, call);
  const capture = captureFor(world, session, call, judged.payloadHash);
  const { quota } = world.settings;
  const found = foundOf(call, {
    written: true,
    epochHolds: true,
    at: now.toISOString(),
    sessionStatus: session.status,
    isRolled: isRolled(session),
    fits: capture !== null,
    grantId: null,
    quotaLeft: session.simulated || quota === null || world.used < quota,
    prior: null,
    sequence: 0,
    effectSequence: null,
    snapshot: null,
  });
  if (!found) throw notFound('session');
  const isRead = judged.call.operationType === 'READ';
  const decided = transition({ status: null, isRead, isGranted: false, ...found }, judged.command, now);
  if (decided.status === null) throw problemOf(decided.refusal, judged.verdict, {}, session.agentSlug);
  const item = toRecordItem(judged, found, decided.status, decided);
  session.lastSequence += 1;
  if (decided.wakesSession) session.status = 'ACTIVE';
  session.lastActivityAt = now;
  world.count(session, decided);
  world.used += item.cost;
  const snapshot = capture && {
    captureFailed: capture.failed,
    reason: capture.failed ? 'capture-failed' : null,
    resource: null,
    capturedAt: capture.capturedAt.toISOString(),
  };
  const effectSequence = decided.takesEffect ? session.lastEffectSequence : null;
  const row = toRecordedRow(item, {
    ...{ written: true, epochHolds: true, sessionStatus: session.status, isRolled: false, fits: capture !== null },
    ...{ at: now.toISOString(), grantId: null, quotaLeft: true, prior: null },
    ...{ sequence: session.lastSequence, effectSequence, snapshot },
  });
  const action: StoredAction = {
    row,
    payloadHash: judged.payloadHash,
    sessionId: session.id,
    approvalId: item.approval?.id ?? null,
    claim: null,
  };
  world.actions.set(row.id, action);
  if (capture) capture.actionId = row.id;
  if (item.approval) open(world, item.approval, now);
  if (row.status !== 'BLOCKED')
    world.windows.keep(row.id, judged.windows, ['CLEARED', 'SUCCESS'].includes(row.status), now);
  return { action, problem: item.refusal && problemOf(item.refusal, judged.verdict, { actionId: row.id }) };
}

function judge(world: World, session: SessionEntity, sent: LoggedCall): JudgedCall {
  const operation = world.operation(sent.apiName);
  const call = { ...sent, operationType: operation?.operationType ?? sent.operationType };
  const payloadHash = canonicalHash(call.payload);
  const named = call.precaptureId === undefined ? undefined : world.captures.get(call.precaptureId);
  const isOfCall =
    named?.sessionId === session.id && named.apiName === call.apiName && named.payloadHash === payloadHash;
  const subject = subjectOf(world, session, call, named && isOfCall ? { failed: named.failed } : 'none');
  const windows = world.rules.windows(subject);
  const holds = world.windows.hold(windows, world.now());
  const verdict = world.rules.judge(withHeld(subject, windows, holds));
  const blocking = blockingWindows(world.rules.judge, subject, windows);
  const { hasApprovals, quota } = world.settings;
  const isPaused = world.paused.has(session.agentSlug);
  return {
    caller: callerOf(session, hasApprovals),
    facts: { ...session, labels: session.labels },
    call,
    payloadHash,
    verdict,
    command: commandOf(call, verdict.decision, { hasApprovals, isPaused }),
    key: null,
    quota: quota ?? Number.POSITIVE_INFINITY,
    approvalTtlMs: APPROVAL_TTL_MS,
    describe: () => summaryOf(null, call.apiName, call.payload, null),
    windows: windows.map((window, index) => ({
      ...window,
      expected: window.isTested ? (holds[index] ?? false) : null,
      blocks: blocking.has(window.policyId),
    })),
    traits: [],
    kept: null,
    seenCalls: null,
  };
}

const callerOf = ({ simulated }: SessionEntity, hasApprovals: boolean): Principal => ({
  ...{
    kind: 'API_KEY',
    id: '',
    label: '',
    person: '',
    organizationId: '',
    epoch: 0,
    agentSlug: null,
    token: null,
    requestId: '',
  },
  plan: hasApprovals ? 'TEAM' : 'FREE',
  simulated,
});

/** A snapshot of this very call that no other call has taken. */
function captureFor(world: World, { id }: SessionEntity, call: LoggedCall, payloadHash: string): StoredCapture | null {
  const found = call.precaptureId === undefined ? undefined : world.captures.get(call.precaptureId);
  const fits = found?.sessionId === id && found.apiName === call.apiName && found.payloadHash === payloadHash;
  return found && fits && found.actionId === null ? found : null;
}

function open(world: World, opened: OpenedApproval, now: Date): void {
  const endsAt = new Date(now.getTime() + opened.ms);
  world.approvals.set(opened.id, {
    id: opened.id,
    actionId: opened.action,
    createdAt: now,
    usableMs: opened.usable ?? opened.ms,
    waitsMs: opened.waits,
    mayDo: opened.may_do ?? [],
    policyIds: opened.policy_ids,
    summary: opened.summary,
    sentence: opened.sentence,
    payloadHash: opened.payload_hash,
    required: opened.required,
    rules: opened.approvers ?? [],
    votes: [],
    status: 'PENDING',
    expiresAt: opened.permits ? new Date(endsAt.getTime() + 31 * 24 * 3_600_000) : endsAt,
    permitsAt: opened.permits ? endsAt : null,
    ...{ usableUntil: null, reason: null, decidedBy: null, decidedAs: null, decidedAt: null, editReason: null },
  });
}

/** Records an outcome. @throws as `PATCH /sessions/:id/actions/:actionId` */
export function confirm(world: World, session: SessionEntity, action: StoredAction, body: ConfirmActionDto): void {
  const { status: outcome, payloadHash: ranHash = null, response } = body;
  const isRefused = response === undefined ? null : hasRefusal(response);
  const isPaused = world.paused.has(session.agentSlug);
  const state = world.stateOf(action);
  const made = transition(state, { type: 'confirm', outcome, ranHash, isRefused, isPaused }, world.now());
  if (made.status === null) throw illegalTransition(state.status, outcome);
  if (made.status === state.status) return;
  if (response !== undefined) action.row = { ...action.row, response };
  session.lastActivityAt = world.now();
  world.move(action, made);
}

type Claim = Pick<ConfirmActionDto, 'payloadHash'> & { readonly claim: string };

/** @throws as `PATCH /sessions/:id/actions/:actionId` with a claim */
export function begin(world: World, session: SessionEntity, action: StoredAction, body: Claim): void {
  const { claim, payloadHash: ranHash = null } = body;
  const isPaused = world.paused.has(session.agentSlug);
  const { refusal } = transition(world.stateOf(action), { type: 'begin', claim, ranHash, isPaused }, world.now());
  if (refusal) throw cannotBegin(refusal, session.agentSlug);
  if (action.claim !== null) return;
  action.claim = claim;
  action.row = { ...action.row, begun_at: world.now() };
}

/** @throws as `POST /sessions/:id/actions/precapture` */
export function capture(world: World, session: SessionEntity, call: PrecaptureDto): StoredCapture {
  if (world.paused.has(session.agentSlug)) throw agentPaused(session.agentSlug);
  if (isRolled(session)) throw sessionRolledBack();
  if (session.status === 'COMPLETED') throw sessionClosed();
  const { apiName, payload, actionId = null } = call;
  const payloadHash = canonicalHash(payload);
  const action = actionId === null ? null : world.action(session.id, actionId);
  const former = action && replaceable(world, action, apiName, payloadHash);
  const failed = session.simulated || !world.operation(apiName) || world.settings.captures === 'fail';
  if (action) refuseIfBlocked(world, session, call, failed, action.row.id);
  const kept = {
    id: newId(),
    sessionId: session.id,
    apiName,
    payloadHash,
    failed,
    capturedAt: world.now(),
    actionId,
    formerId: former,
  };
  world.captures.set(kept.id, kept);
  if (action) replaceWith(world, action, kept);
  return kept;
}

function replaceable(world: World, action: StoredAction, apiName: string, payloadHash: string): string {
  const { status, precapture_id: current, former_id: former, api_name } = action.row;
  if (status !== 'CLEARED' || world.approvalOf(action)?.status !== 'APPROVED' || former !== null || current === null)
    throw recaptureRefused();
  if (api_name !== apiName || action.payloadHash !== payloadHash) throw precaptureMismatch();
  return current;
}

function replaceWith(world: World, action: StoredAction, { id, failed, capturedAt }: StoredCapture): void {
  const { row } = action;
  action.row = {
    ...row,
    ...{ precapture_id: id, snapshot_failed: failed, snapshot_reason: failed ? 'capture-failed' : null },
    ...{ snapshot_resource: null, snapshot_captured_at: capturedAt, updated_at: world.now() },
    ...{ former_id: row.precapture_id, former_failed: row.snapshot_failed, former_reason: row.snapshot_reason },
    ...{ former_resource: row.snapshot_resource, former_captured_at: row.snapshot_captured_at },
  };
}

/** A policy that looks at captures has its say on the new one before the client runs the call. */
function refuseIfBlocked(world: World, session: SessionEntity, call: PrecaptureDto, failed: boolean, leftOut: string) {
  const { apiName, payload } = call;
  if (!world.rules.needs([apiName]).capture) return;
  const subject = subjectOf(world, session, { apiName, payload, operationType: 'EXECUTE' }, { failed });
  const windows = world.rules.windows(subject);
  const verdict = world.rules.judge(withHeld(subject, windows, world.windows.hold(windows, world.now(), leftOut)));
  if (verdict.decision === 'BLOCK') throw policyBlocked(verdict.reason, verdict.policyIds);
}
