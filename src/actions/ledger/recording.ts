import type { Principal } from '../../auth/access/principal.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import type { OperationType } from '../../connectors/connector.js';
import { newId } from '../../platform/ids.js';
import { currentTraceparent } from '../../platform/telemetry/tracing.js';
import { askedFor, eventsOfMatches } from '../../policies/history/policy-events.js';
import type { Verdict } from '../../policies/policy.js';
import type { CallRedactor } from '../../redaction/call-redactor.js';
import type { Replacement } from '../../redaction/redaction.js';
import type { SessionFacts } from '../../sessions/sessions.service.js';
import type { ActionRow } from '../action.view.js';
import type { LogActionDto } from '../actions.dto.js';
import { summarize } from '../rules/action.js';
import type { Ask, NewCall, Report } from '../rules/action-state.js';
import type { Transition } from '../rules/transition.js';
import {
  type ExpectedWindow,
  type OpenedApproval,
  type Recorded,
  type RecordItem,
  type SealedParts,
  sealedParts,
  type Trait,
} from './items.js';

/** A call in the form of its ask or report, with the registry's facts about its operation. */
export type LoggedCall = LogActionDto & { readonly operationType: OperationType };

/** A call with all that is known of it before the ledger's statement. */
export interface JudgedCall {
  readonly caller: Principal;
  readonly facts: SessionFacts;
  readonly call: LoggedCall;
  readonly payloadHash: string;
  readonly verdict: Verdict;
  readonly command: Ask | Report;
  readonly key: IdempotencyKey | null;
  readonly quota: number;
  /** The time that an approval waits, unless the call sets another one. */
  readonly approvalTtlMs: number;
  /** A sentence that describes the call. It is a function because only a call that needs an approval pays for it. */
  readonly describe: () => string;
  readonly traits: readonly Trait[];
  /** The arguments and the answer as they are stored; null where nothing in them is replaced. */
  readonly kept: KeptCall | null;
  readonly windows: readonly ExpectedWindow[];
  /** The calls of its session before it, where a policy looked at them; otherwise null. */
  readonly seenCalls: number | null;
}

/** A call without the values that the organization's rules replace. */
export interface KeptCall extends Pick<LoggedCall, 'payload' | 'response'> {
  readonly redacted: readonly Replacement[];
  seal(actionId: string): SealedParts;
}

/** Null where nothing in the call is replaced. */
export function keptCall(redactor: CallRedactor | null, { payload, response }: LoggedCall): KeptCall | null {
  if (redactor === null) return null;
  const asked = redactor.redact('payload', payload);
  const answered = redactor.redact('response', response ?? null);
  const redacted = [...asked.replaced, ...answered.replaced];
  if (redacted.length === 0) return null;
  return {
    payload: asked.shown,
    ...(response !== undefined && { response: answered.shown }),
    redacted,
    seal: (id) => sealedParts({ payload: asked.seal(id), response: answered.seal(id) }),
  };
}

/** The part of a new call's state that only the database knows; `grantId`: the grant that stands for the approval it needs. */
export type FoundCall = Pick<NewCall, 'session' | 'snapshot' | 'isQuotaLeft'> & {
  readonly grantId: string | null;
  readonly windows: readonly boolean[] | null;
};

/** The state that a call is expected to find until the ledger says otherwise. */
export const expectedOf = ({ precaptureId }: Pick<LogActionDto, 'precaptureId'>): FoundCall => ({
  session: { status: 'ACTIVE', isRolled: false },
  snapshot: precaptureId === undefined ? 'none' : 'fits',
  isQuotaLeft: true,
  grantId: null,
  windows: null,
});

export const foundOf = ({ precaptureId }: Pick<LogActionDto, 'precaptureId'>, recorded: Recorded): FoundCall | null =>
  recorded.sessionStatus && {
    session: { status: recorded.sessionStatus, isRolled: recorded.isRolled },
    snapshot: precaptureId === undefined ? 'none' : recorded.fits ? 'fits' : 'does-not-fit',
    isQuotaLeft: recorded.quotaLeft,
    grantId: recorded.grantId,
    windows: recorded.windows ?? null,
  };

export function toRecordItem(
  judged: JudgedCall,
  expected: FoundCall,
  status: RecordItem['status'],
  decided: Transition,
  begins = false,
): RecordItem {
  const { caller, facts, call, verdict, command, key, kept } = judged;
  const stored = kept ?? call;
  const id = newId();
  const counted = facts.simulated ? [] : eventsOfMatches(verdict, decided.opensApproval);
  return {
    org: caller.organizationId,
    epoch: caller.epoch,
    session: facts.id,
    simulated: caller.simulated,
    session_status: expected.session.status,
    rolled: expected.session.isRolled,
    fits: expected.snapshot === 'fits',
    fingerprints: isGrantable(command, verdict) ? verdict.fingerprints : null,
    grant_id: expected.grantId,
    quota: facts.simulated ? null : judged.quota,
    cost: decided.isMetered && !facts.simulated ? 1 : 0,
    id,
    api_name: call.apiName,
    operation_type: call.operationType,
    payload: stored.payload,
    payload_hash: judged.payloadHash,
    response: command.type === 'ask' ? undefined : stored.response,
    status,
    violation: decided.violation,
    refusal: decided.refusal,
    decision: verdict.decision,
    policy_ids: verdict.policyIds,
    policy_reason: verdict.reason,
    shadow: verdict.shadow.policyIds.length > 0 ? verdict.shadow : null,
    precapture: call.precaptureId ?? null,
    idempotency_key: key && keyOf(key.scope),
    request_hash: key?.requestHash ?? null,
    tool_call_id: call.toolCallId ?? null,
    traceparent: call.traceparent ?? currentTraceparent(),
    performed: call.perform === true && status !== 'BLOCKED',
    takes_effect: decided.takesEffect,
    counts: {
      org: caller.organizationId,
      session: facts.id,
      logged: 1,
      active: true,
      ...decided.counters,
      ...(decided.takesEffect && { effects: 1 }),
      ...(decided.wakesSession && { wakes: true }),
    },
    note: {
      org: caller.organizationId,
      simulated: facts.simulated,
      became: status,
      detail: decided.violation,
      ...(decided.opensApproval && { opened: 1 }),
      ...(counted.length > 0 && { policies: counted }),
    },
    approval: decided.opensApproval ? toApproval(judged, id) : null,
    // A call that never ran acts on nothing.
    traits: status === 'BLOCKED' ? [] : judged.traits,
    ...(judged.windows.length > 0 && { windows: judged.windows }),
    ...(judged.seenCalls !== null && { seen_calls: judged.seenCalls }),
    ...(kept && { redacted: kept.redacted, sealed: kept.seal(id) }),
    ...(begins && status === 'CLEARED' && { begins }),
  };
}

/** The session of a call is found by these. A read changes no target. */
export const traitsOf = (
  { connector, targets }: { readonly connector: string | null; readonly targets: readonly string[] },
  operationType: OperationType,
): Trait[] => [
  ...(connector === null ? [] : [{ kind: 'connector', name: connector } as const]),
  ...(operationType === 'READ' ? [] : targets.map((name) => ({ kind: 'target', name }) as const)),
];

/**
 * A key in the length of a UUID: 128 bits of the hash identify it within an organization, and are compared as a number.
 */
export const keyOf = (scope: string): string => scope.slice(0, 32);

/** A call that needs several operators, or certain ones, cannot be approved in advance by one of them. */
function isGrantable(command: Ask | Report, verdict: Verdict): boolean {
  return (
    command.type === 'ask' &&
    !command.wantsApproval &&
    verdict.decision === 'REQUIRE_APPROVAL' &&
    verdict.requiredApprovals <= 1 &&
    verdict.approvers.length === 0
  );
}

function toApproval(judged: JudgedCall, action: string) {
  const { caller, facts, call, payloadHash, verdict, kept } = judged;
  return {
    id: newId(),
    org: caller.organizationId,
    session: facts.id,
    action,
    agent_slug: facts.agentSlug,
    api_name: call.apiName,
    summary: summarize((kept ?? call).payload),
    sentence: judged.describe(),
    payload_hash: payloadHash,
    ...waitOf(judged),
    ...(call.mayDo && { may_do: call.mayDo }),
    usable: verdict.usableSeconds === null ? null : verdict.usableSeconds * 1_000,
    required: verdict.requiredApprovals,
    requester: caller.person,
    approvers: verdict.approvers.length === 0 ? null : verdict.approvers,
    policy_ids: askedFor(verdict),
  } satisfies OpenedApproval;
}

/**
 * The policies' word counts more than the client's, which cannot shorten a hold. A person whom the client itself asks for
 * is waited for, and a call that ran is not held.
 */
function waitOf({
  call,
  verdict,
  command,
  approvalTtlMs,
}: JudgedCall): Pick<OpenedApproval, 'ms' | 'permits' | 'waits'> {
  const byDefault = call.timeoutMs ?? approvalTtlMs;
  const { hold } = verdict;
  if (hold === null) return { ms: byDefault, permits: false, waits: byDefault };
  const isAskedByClient = command.type === 'ask' && command.wantsApproval;
  const held = hold.seconds * 1_000;
  const ms = hold.hasDefault || isAskedByClient ? Math.max(held, byDefault) : held;
  const permits = hold.onExpiry === 'approve' && command.type === 'ask' && !isAskedByClient;
  return { ms, permits, waits: permits ? byDefault : ms };
}

/** The performance as it was just written. */
const begunAs = (status: RecordItem['status']): ActionRow['performance'] => ({
  state: status === 'CLEARED' ? 'queued' : 'waiting',
  startedAt: null,
  finishedAt: null,
  attempts: 0,
  reason: null,
});

/** Builds the row that was just written, without reading it again. */
export function toRecordedRow(item: RecordItem, recorded: Recorded): ActionRow {
  const { snapshot, at } = recorded;
  const { approval } = item;
  return {
    id: item.id,
    session_id: item.session,
    sequence: recorded.sequence,
    effect_sequence: recorded.effectSequence,
    api_name: item.api_name,
    operation_type: item.operation_type,
    payload: item.payload as ActionRow['payload'],
    original_payload: null,
    response: item.response ?? null,
    status: item.status,
    precapture_id: snapshot ? item.precapture : null,
    policy_decision: item.decision,
    policy_ids: [...item.policy_ids],
    policy_reason: item.policy_reason,
    shadow: item.shadow as ActionRow['shadow'],
    grant_id: item.grant_id,
    violation: item.violation,
    refusal: item.refusal,
    settled_as: null,
    settled_by: null,
    settled_note: null,
    settled_at: null,
    erased_at: null,
    erased_by: null,
    begun_at: null,
    tool_call_id: item.tool_call_id,
    traceparent: item.traceparent,
    performed: item.performed,
    performance: item.performed ? begunAs(item.status) : null,
    created_at: at,
    updated_at: at,
    approval_id: approval?.id ?? null,
    approval_status: approval ? 'PENDING' : null,
    approval_expires_at: approval ? new Date(Date.parse(at) + approval.ms) : null,
    approval_permits_at: approval?.permits ? new Date(Date.parse(at) + approval.ms) : null,
    approval_reason: null,
    approval_decided_as: null,
    approval_usable_until: null,
    approval_edit_reason: null,
    snapshot_failed: snapshot?.captureFailed ?? null,
    snapshot_reason: snapshot?.reason ?? null,
    snapshot_resource: snapshot?.resource ?? null,
    snapshot_captured_at: snapshot?.capturedAt ?? null,
    former_id: null,
    former_failed: null,
    former_reason: null,
    former_resource: null,
    former_captured_at: null,
    redacted: item.redacted ?? null,
  };
}
