import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { toSettlementView } from '../actions/action.view.js';
import { UNCERTAIN } from '../actions/rules/action.js';
import type { Change } from '../audit/audit-entry.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { may } from '../auth/access/permissions.js';
import type { Principal } from '../auth/access/principal.js';
import { operatorRequired, rateLimited } from '../auth/auth.errors.js';
import { type IdempotencyKey, IdempotencyKeys } from '../auth/idempotency.js';
import { Accounts } from '../auth/organizations/accounts.js';
import { OpenCalls } from '../calls/open-calls.service.js';
import type { Connector, UndoPlan } from '../connectors/connector.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { Isolation } from '../isolation/isolation.service.js';
import { Database } from '../platform/database/database.js';
import { notFound, validationFailed } from '../platform/errors.js';
import { Idempotent } from '../platform/http/answers/answer.js';
import { Redactions } from '../redaction/redactions.service.js';
import { RegistryService } from '../registry/registry.service.js';
import { displayStatus, isRollable } from '../sessions/session.js';
import { toCounters } from '../sessions/session.view.js';
import { SessionRollbacks } from '../sessions/session-rollbacks.js';
import { type Session, SessionsService } from '../sessions/sessions.service.js';
import { ChosenCalls } from './chosen-calls.js';
import { overlapping } from './engine/overlapping.js';
import { RollbackJob } from './engine/rollback.job.js';
import { type Extent, WHOLE } from './extent.js';
import { MAY_BE_UNPROVED, RAN_TOGETHER, SETTLED, UNPROVED } from './proof.js';
import { INTERRUPTED } from './revert/revert.js';
import { planChanged, rollbackRunning } from './rollback.errors.js';
import { codeOf, lastEffectFirst, namedResource, newerOnSame, outcomeOf, revertOutcomeOf } from './rollback.js';
import {
  type CapturedRow,
  PAGE,
  RollbackRepository,
  type RollbackRow,
  type StepRow,
  toEffect,
  type UndoableRow,
} from './rollback.repository.js';
import { conflictHashOf, planHashOf } from './signed.js';

export interface RollbackOrder {
  readonly sessionId: string;
  readonly extent: Extent;
  readonly onConflict: 'skip' | 'force';
  /** Calls whose conflicts are overwritten in any case. */
  readonly forced: readonly string[];
  /** Calls whose amounts are subtracted from the present numbers, if another client changed those. */
  readonly subtracted: readonly string[];
  /** The hash of the plan or report that was shown; null accepts the newest. */
  readonly planHash: string | null;
}

const HOUR_MS = 3_600_000;
/**
 * The most rollbacks of one session that an agent may start in a day: each stores a step for every remaining call, and
 * calls that cannot be undone remain for ever.
 */
const MOST_ROLLBACKS = 100;
/** The part of the results, or of the plan, that is answered. */
export interface Part {
  readonly after: number;
  readonly limit: number;
}

const ALL: Part = { after: 0, limit: Number.POSITIVE_INFINITY };
/** The longest that an order waits for its answer: for calls that run, and then for the end of its rollback. */
export const ANSWER_WITHIN_MS = 25_000;
/** The interval is only for a rollback in another process; a rollback of this process signals its end. */
const LOOK_EVERY_MS = 500;

/** Begins a rollback in this transaction and adds its changes to the audit log; answers the id of the rollback. */
type Begin = (em: EntityManager, changes: Change[]) => Promise<string>;

/** Undoing a session, or one action (docs/contract.md, "Rollback"). */
@Injectable()
export class RollbackService {
  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly sessions: SessionsService,
    private readonly chosen: ChosenCalls,
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
    private readonly credentials: CredentialsService,
    private readonly repository: RollbackRepository,
    private readonly sessionRollbacks: SessionRollbacks,
    private readonly idempotency: IdempotencyKeys,
    private readonly job: RollbackJob,
    private readonly calls: OpenCalls,
    private readonly redactions: Redactions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Starts a durable rollback, when the calls that run have ended, and waits for it, up to 25 seconds in all; it
   * continues if the client disconnects.
   * @throws 403 operator-required for an agent that forces; 404; 409 not-rollable, plan-changed, calls-open; 429 rate-limited
   */
  async start(caller: Principal, order: RollbackOrder, key: IdempotencyKey | null) {
    const forces = order.onConflict === 'force' || order.forced.length > 0 || order.subtracted.length > 0;
    if (forces && !may(caller, 'force-rollback')) throw operatorRequired();
    const asOrdered = new Map<string, CapturedRow>();
    return this.startOnce(caller, order.sessionId, key, (em, changes) =>
      this.begin(em, caller, order, asOrdered, changes),
    );
  }

  /** Begins a rollback or a revert of a session once for its key, and waits for its end. */
  async startOnce(caller: Principal, sessionId: string, key: IdempotencyKey | null, begin: Begin) {
    const until = performance.now() + ANSWER_WITHIN_MS;
    const started = await this.beginOnce(caller, key, until, begin);
    await this.awaitRollback(caller.organizationId, started.data, until);
    return new Idempotent(await this.report(caller, sessionId, started.data), started.replayed);
  }

  /** Begins once for the key, when the calls that `begin` ends are over, and records the changes in the audit log. */
  beginOnce(caller: Principal, key: IdempotencyKey | null, until: number, begin: Begin) {
    const inTransaction = async (em: EntityManager) => {
      const changes: Change[] = [];
      const begun = await this.idempotency.once(
        em,
        caller,
        key,
        () => begin(em, changes),
        async (id) => id,
      );
      await this.audit.record(em, caller, ...changes);
      return begun;
    };
    return this.calls.whenOver(until, () => this.database.transaction(caller.organizationId, inTransaction));
  }

  /**
   * Answers the plan before a rollback, the progress during it, and the report after it.
   * @param extent a part of the session: answers the plan of undoing this part, also after another rollback
   * @throws 404
   */
  async show(caller: Principal, sessionId: string, part: Part = ALL, extent: Extent = WHOLE) {
    const { organizationId } = caller;
    const found = await this.database.snapshot(organizationId, async (em) => {
      const session = await this.sessions.get(em, caller, sessionId);
      const latest = await this.repository.latest(em, organizationId, sessionId);
      if (latest && (extent.of === 'session' || latest.status === 'RUNNING'))
        return { report: await this.reportIn(em, caller, sessionId, latest.id, part) };
      const warnings = await this.warnings(em, caller, sessionId);
      return { report: null, session, rollbackId: latest?.id ?? null, warnings };
    });
    if (found.report) return found.report;
    const { session, rollbackId, warnings } = found;
    const planned = await this.plan(caller, session, { rollbackId, extent }, part);
    return { ...summaryOf(session), state: 'planned' as const, ...planned, ...warnings };
  }

  /** Part of the transaction that holds the organization alone. @throws 409 rollback-running */
  async refuseWhileRunning(em: EntityManager, organizationId: string): Promise<void> {
    if (await this.repository.isAnyRunning(em, organizationId)) throw rollbackRunning();
  }

  /**
   * Begins a rollback; changes are added to `changes`.
   * @param asOrdered the open calls as they were when the order came, from one try to the next: what becomes of them while
   *   the order waits for them is no change of the plan
   */
  private async begin(
    em: EntityManager,
    caller: Principal,
    order: RollbackOrder,
    asOrdered: Map<string, CapturedRow>,
    changes: Change[],
  ): Promise<string> {
    const { organizationId, label: requestedBy } = caller;
    const session = await this.sessions.lock(em, caller, order.sessionId);
    await this.accounts.keepOpen(em, organizationId);
    if (!may(caller, 'roll-back-often')) {
      const seconds = await this.repository.secondsUntilLess(em, organizationId, session.id, MOST_ROLLBACKS);
      if (seconds !== null) throw rateLimited(seconds);
    }
    const undoable = await this.repository.undoableOf(em, organizationId, session.id);
    const latest = await this.repository.latest(em, organizationId, session.id);
    const planned = [...undoable.filter(({ id }) => !asOrdered.has(id)), ...asOrdered.values()];
    if (order.planHash !== null && order.planHash !== planHashOf(session.id, latest?.id ?? null, planned))
      throw planChanged();
    const open = await this.calls.openOf(em, organizationId, [session.id]);
    for (const row of undoable)
      if (!asOrdered.has(row.id) && open.some(({ id }) => id === row.id)) asOrdered.set(row.id, row);
    const chosen = await this.chosen.of(em, session, { undoable, open }, order.extent, changes);
    if (!order.forced.every((one) => chosen.some(({ id }) => id === one)))
      throw validationFailed('force', 'must name calls that this rollback undoes');
    if (!order.subtracted.every((one) => chosen.some(({ id }) => id === one)))
      throw validationFailed('subtract', 'must name calls that this rollback undoes');
    const shown = order.planHash === null || latest === null ? new Map() : await this.conflictsShown(em, latest);
    const covers = await this.chosen.covered(em, session, order.extent);
    const ending = { organizationId, sessionIds: [session.id], reason: 'rolled-back', covers } as const;
    const takenBack = await this.calls.endIn(em, ending);
    const undone = chosen.filter(({ id }) => !takenBack.includes(id));
    const steps = lastEffectFirst(undone.map(toOrdered)).map(({ id }) => ({
      actionId: id,
      shownConflict: shown.get(id) ?? null,
    }));
    const needsProof = !may(caller, 'undo-without-proof');
    const id = await this.repository.insert(em, { ...order, organizationId, requestedBy, needsProof }, steps);
    await this.sessionRollbacks.begin(em, [session.id], order.extent.of === 'session');
    const after = await this.repository.audited(em, organizationId, id);
    changes.push({ action: 'rollback.started', target: { type: 'rollback', id }, before: null, after });
    return id;
  }

  /** The conflicts of a report, by action. */
  async conflictsShown(em: EntityManager, rollback: RollbackRow): Promise<ReadonlyMap<string, string>> {
    const shown = new Map<string, string>();
    for (let from = 0, isMore = true; isMore; ) {
      const steps = await this.repository.steps(em, rollback, from, PAGE);
      for (const { action_id: id, state, items } of steps) {
        const conflict = state === 'conflict' ? conflictHashOf(items ?? []) : null;
        if (conflict !== null) shown.set(id, conflict);
      }
      from = steps.at(-1)?.position ?? from;
      isMore = steps.length === PAGE;
    }
    return shown;
  }

  /** Wakes the engine, and waits for the rollback until then. */
  private async awaitRollback(organizationId: string, rollbackId: string, until: number): Promise<void> {
    this.job.wake();
    await this.awaitEnd(
      organizationId,
      until,
      async (em) => (await this.repository.find(em, organizationId, rollbackId))?.status !== 'RUNNING',
      () => this.job.finished(rollbackId),
    );
  }

  /** Waits until then, by `performance.now()`. `isOver` is called at intervals, and when `sooner` settles. */
  async awaitEnd(
    organizationId: string,
    until: number,
    isOver: (em: EntityManager) => Promise<boolean>,
    sooner: () => Promise<void> = never,
  ): Promise<void> {
    while (performance.now() < until && !this.job.isStopped) {
      if (await this.database.transaction(organizationId, isOver)) return;
      await Promise.race([sooner(), sleep(LOOK_EVERY_MS)]);
    }
  }

  /**
   * The progress of a rollback.
   * @throws 404
   */
  report(caller: Principal, sessionId: string, rollbackId: string, part: Part = ALL) {
    return this.database.snapshot(caller.organizationId, (em) =>
      this.reportIn(em, caller, sessionId, rollbackId, part),
    );
  }

  /** Part of the snapshot that the whole answer reads. @throws 404 */
  async reportIn(
    em: EntityManager,
    caller: Principal,
    sessionId: string,
    rollbackId: string,
    { after, limit }: Part = ALL,
  ) {
    const session = await this.sessions.get(em, caller, sessionId);
    const rollback = await this.repository.find(em, caller.organizationId, rollbackId);
    if (!rollback) throw notFound('rollback');
    const progress = await this.repository.progress(em, rollback);
    const results: ReturnType<typeof toResult>[] = [];
    for (let [from, left] = [await this.repository.positionOf(em, rollback, after), limit]; left > 0; ) {
      const steps = await this.repository.steps(em, rollback, from, Math.min(left, PAGE));
      results.push(...steps.map((step) => toResult(step, rollback, caller, this.registry)));
      from = steps.at(-1)?.position ?? from;
      left = steps.length < PAGE ? 0 : left - steps.length;
    }
    const warnings = await this.warnings(em, caller, sessionId);
    const hash = isRollable(session)
      ? planHashOf(session.id, rollback.id, await this.repository.undoableOf(em, caller.organizationId, session.id))
      : null;
    return { ...summaryOf(session), ...stateOf(rollback), progress, results, hash, ...warnings };
  }

  /**
   * `unverifiedReads`: calls that only the agent declares to be reads, because no connector knows their names.
   * `noLonger`: calls whose effects the agent may take for present, although they were undone.
   */
  private async warnings(em: EntityManager, caller: Principal, sessionId: string) {
    const { organizationId } = caller;
    const reads = await this.repository.reads(em, organizationId, sessionId);
    const unknown = reads.filter((read) => !this.registry.find(read.api_name));
    const unverifiedReads = unknown.map((read) => ({ actionId: read.id, apiName: read.api_name }));
    if (may(caller, 'read-captured-values')) return { unverifiedReads };
    const undone = await this.repository.noLonger(em, organizationId, sessionId);
    const noLonger = undone.map((one) => ({ actionId: one.id, toolCallId: one.tool_call_id, apiName: one.api_name }));
    return { unverifiedReads, noLonger };
  }

  private async plan(
    caller: Principal,
    session: Session,
    { rollbackId, extent }: { readonly rollbackId: string | null; readonly extent: Extent },
    { after, limit }: Part,
  ) {
    const { organizationId } = caller;
    const { undoable, chosen } = await this.database.transaction(organizationId, async (em) => {
      const all = await this.repository.undoableOf(em, organizationId, session.id);
      return { undoable: all, chosen: await this.chosen.within(em, session, all, extent) };
    });
    const ids = lastEffectFirst(chosen.map(toOrdered)).map((one) => one.id);
    const newer = newerOnSame(lastEffectFirst(undoable.map(toOrdered)));
    const together = this.runTogether(undoable);
    const wanted = ids.slice(after, after + limit);
    const plan: Awaited<ReturnType<RollbackService['planOf']>>[] = [];
    for (let from = 0; from < wanted.length; from += PAGE) {
      const page = wanted.slice(from, from + PAGE);
      const rows = await this.database.transaction(organizationId, (em) =>
        this.repository.undoables(em, organizationId, page),
      );
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const row of page.flatMap((one) => found.get(one) ?? []))
        plan.push(await this.planOf(row, { newer: newer.get(row.id) ?? null, together }, session.simulated, caller));
    }
    return { hash: planHashOf(session.id, rollbackId, undoable), plan };
  }

  /** The calls that may depend on each other because one transaction may have made them. */
  private runTogether(undoable: readonly CapturedRow[]): ReadonlySet<string> {
    const runs = undoable.flatMap(({ id, api_name: apiName, begun_at: begun, effect_at: end }) => {
      const connector = this.registry.find(apiName)?.connector;
      if (!connector?.hasTransactions) return [];
      return [{ id, connector: connector.id, begunAt: begun.getTime(), endedAt: end?.getTime() ?? null }];
    });
    return overlapping(runs);
  }

  private async planOf(
    row: UndoableRow,
    { newer: newerActionId, together }: { readonly newer: string | null; readonly together: ReadonlySet<string> },
    simulated: boolean,
    caller: Principal,
  ) {
    const known = this.registry.find(row.api_name);
    const counters = await this.countersOf(caller, known?.connector);
    const redactor = await this.redactions.of(caller, row.api_name, row.values);
    const found = await this.undoOf(row, known?.connector, simulated, caller, counters);
    const plan = redactor?.words(row.id).plan(found) ?? found;
    const isCertain = simulated || plan.class === 'impossible' || !UNCERTAIN.includes(row.status);
    const former = may(caller, 'read-captured-values') ? toEffect(row.shown).snapshot : null;
    const summary = this.registry.summaryOf(row.api_name, row.shown.payload, former);
    const hours = simulated || plan.class === 'impossible' ? undefined : known?.operation.undoableForHours;
    return {
      ...{ actionId: row.id, apiName: row.api_name, summary, status: row.status, newerActionId },
      until: undoableUntil(row.created_at, hours),
      ...(may(caller, 'read-captured-values') ? planForOperator(plan) : redactForAgent(plan)),
      warning: may(caller, 'read-captured-values') ? warning() : null,
    };

    function warning(): string | null {
      if (!isCertain) return MAY_BE_UNPROVED;
      return together.has(row.id) && plan.calls.length > 0 ? RAN_TOGETHER : null;
    }
  }

  /** The counters that the operator declared on the credential. A rollback by an API key never subtracts. */
  private async countersOf(caller: Principal, connector: Connector | undefined): Promise<string | undefined> {
    const isDeclarable = connector?.credentialFields.some(({ name }) => name === 'counters');
    if (!connector || !isDeclarable || !may(caller, 'undo-without-proof')) return undefined;
    return (await this.credentials.contextFor(caller.organizationId, connector.id))?.credentials.counters;
  }

  private async undoOf(
    row: UndoableRow,
    connector: Connector | undefined,
    simulated: boolean,
    { organizationId }: Principal,
    counters: string | undefined,
  ): Promise<UndoPlan> {
    const impossible = { class: 'impossible', calls: [], remains: [] } as const;
    if (row.settled_as !== null) return { ...impossible, reason: SETTLED[row.settled_as] };
    if (simulated) return { ...impossible, reason: 'The session is simulated.' };
    if (connector) return this.isolation.of(organizationId, connector).plan(toEffect(row, counters));
    return { ...impossible, remains: ['Whatever the call did.'], reason: `No connector knows "${row.api_name}".` };
  }
}

/** ISO 8601; null when it may be undone until another client changes it. */
function undoableUntil(since: Date, hours: number | undefined): string | null {
  return hours === undefined ? null : new Date(since.getTime() + hours * HOUR_MS).toISOString();
}

function toOrdered({ id, status, sequence, effect_sequence: effectSequence, resource }: CapturedRow) {
  return { id, status, sequence, effectSequence, resource: namedResource(resource) };
}

function summaryOf(session: Session) {
  return { sessionId: session.id, displayStatus: displayStatus(session), counters: toCounters(session) };
}

const never = () => new Promise<void>(() => {});

function stateOf(rollback: RollbackRow) {
  return {
    state: rollback.status === 'RUNNING' ? ('running' as const) : ('finished' as const),
    rollbackId: rollback.id,
    fromActionId: rollback.from_action_id,
    toolCallId: rollback.tool_call_id,
    reverts: rollback.reverts,
    startedAt: rollback.created_at.toISOString(),
    finishedAt: rollback.finished_at?.toISOString() ?? null,
  };
}

/** The values before, after and now, and the words about them, were read with the operator's credential. */
function toResult(step: StepRow, { reverts }: RollbackRow, caller: Principal, registry: RegistryService) {
  const outcome = reverts === null ? outcomeOf(step.state) : revertOutcomeOf(step.state);
  const base = {
    ...{ actionId: step.action_id, apiName: step.api_name, outcome },
    summary: step.payload && registry.summaryOf(step.api_name, step.payload),
    isUnproved: (step.detail === UNPROVED || step.detail === INTERRUPTED) && step.settled_as === null,
    ...toSettlementView(step, may(caller, 'read-captured-values')),
  };
  const { state, settled_as: settled } = step;
  const detail = settled === null ? step.detail : SETTLED[settled];
  return may(caller, 'read-captured-values')
    ? { ...base, detail, items: step.items ?? [] }
    : { ...base, detail: settled === null ? detail && publicCode(state, detail, reverts) : 'settled' };
}

const publicCode = (state: StepRow['state'], detail: string, reverts: string | null) =>
  reverts !== null && state === 'done' ? 'reapplied' : codeOf(state, detail);

function planForOperator({ isShared: _, ...plan }: UndoPlan): UndoPlan {
  return plan;
}

/** The calls, and the snapshot's data about them, were read with the operator's credential. */
function redactForAgent(plan: UndoPlan): UndoPlan {
  return { class: plan.class, calls: [], remains: [], reason: plan.reason && 'not-undoable' };
}
