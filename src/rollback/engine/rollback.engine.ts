// SQL: each step is counted and ended by one statement under the lease, with the clock of the database.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActionTraces } from '../../actions/action-traces.js';
import { ActionMoves } from '../../actions/ledger/action-moves.js';
import { UNCERTAIN } from '../../actions/rules/action.js';
import { bySystem } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import {
  type ConnectorContext,
  type Effect,
  type ItemReport,
  ProviderUnavailableError,
  type UndoReport,
} from '../../connectors/connector.js';
import { type ProbedOutcome, UNKNOWN } from '../../connectors/proof/proof.js';
import { CredentialsService } from '../../credentials/credentials.service.js';
import { Circuits } from '../../isolation/circuits.js';
import { Isolation } from '../../isolation/isolation.service.js';
import { retryUnreachable } from '../../isolation/retry-unreachable.js';
import { Database } from '../../platform/database/database.js';
import { Lease, LeaseLostError } from '../../platform/due-work/lease.js';
import { LeasedRows } from '../../platform/due-work/leased-rows.js';
import { failpoint } from '../../platform/failpoints.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import type { CallRedactor } from '../../redaction/call-redactor.js';
import { Redactions } from '../../redaction/redactions.service.js';
import { RegistryService } from '../../registry/registry.service.js';
import { SessionLocks } from '../../sessions/session-locks.js';
import { SessionRollbacks } from '../../sessions/session-rollbacks.js';
import { RollbackEntity } from '../entities/rollback.entity.js';
import { FORCED_UNPROVED, leftToOperator, SETTLED } from '../proof.js';
import { commandAfterRevert, NOTHING_KEPT, reapplicable, toKept } from '../revert/revert.js';
import { RevertRepository } from '../revert/revert.repository.js';
import { commandAfter, type StepState, stepAfterUndo, stepOverAttempts, unwritten } from '../rollback.js';
import {
  type OpenStepRow,
  PAGE,
  RollbackRepository,
  type RollbackRow,
  toEffect,
  toRecordedCall,
  type UndoableRow,
} from '../rollback.repository.js';
import { conflictHashOf } from '../signed.js';
import { KeptContents } from './kept-contents.js';
import { sharedWithNewer, type Touching } from './same-resource.js';
import { SameResource } from './same-resource.service.js';
import { CERTAIN, UncertainCalls } from './uncertain-calls.service.js';
import { DurableUndoMemory } from './undo-memory.js';

const LEASES = LeasedRows.of(RollbackEntity, {
  key: 'id',
  open: { status: 'RUNNING' },
  taken: () => failpoint('lease-before-commit'),
});

/** A call that is undone, or an undo that is taken back. */
interface Undoing {
  /** The id of the connector. */
  readonly id: string;
  undo(onConflict: 'skip' | 'force', context: ConnectorContext): Promise<UndoReport>;
}

/** The conflict that a person was shown, and the form in which it was. */
interface Conflict {
  readonly hash: string | null;
  shown(items: readonly ItemReport[]): readonly ItemReport[];
}

interface StepEnd {
  readonly state: StepState;
  readonly detail: string;
  readonly items?: readonly ItemReport[];
}

const SIMULATED: StepEnd = { state: 'skipped', detail: 'The session is simulated: nothing ever ran.' };

/**
 * Undoes the actions of one rollback, last effect first, one committed step per action. Before a provider is called the
 * attempt is committed under the lease's fencing number; after a crash an attempt of unknown outcome continues by
 * reading the resource first, as every undo of a connector does (docs/contract.md, "Rollback").
 */
@Injectable()
export class RollbackEngine {
  private readonly stopped = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly repository: RollbackRepository,
    private readonly reverts: RevertRepository,
    private readonly moves: ActionMoves,
    private readonly locks: SessionLocks,
    private readonly sessionRollbacks: SessionRollbacks,
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
    private readonly circuits: Circuits,
    private readonly credentials: CredentialsService,
    private readonly sameResource: SameResource,
    private readonly uncertain: UncertainCalls,
    private readonly traces: ActionTraces,
    private readonly redactions: Redactions,
    private readonly kept: KeptContents,
    private readonly logger: PinoLogger,
    private readonly audit: AuditTrail,
  ) {}

  /** Undoes the steps that are open, unless another process holds the lease. Any process may call it at any time. */
  async run(organizationId: string, rollbackId: string): Promise<void> {
    const lease = await Lease.take(this.database, LEASES, organizationId, rollbackId);
    if (!lease) return;
    failpoint('lease-after-commit');
    if (!(await lease.during(() => this.undoSteps(lease))))
      this.logger.warn({ rollbackId }, 'another process has taken the rollback over');
  }

  /** Begins no further step; rollbacks in progress are left to the next process. */
  stop(): void {
    this.stopped.abort();
  }

  private async undoSteps(lease: Lease): Promise<void> {
    const { rollback, simulated } = await this.load(lease);
    const failed = await this.sameResource.failedSoFar(lease, rollback);
    for (let after = 0; ; ) {
      const steps = await lease.transaction((em) => this.repository.openSteps(em, rollback, after));
      if (steps.length === 0) break;
      for (const step of steps) {
        if (this.stopped.signal.aborted) return;
        const action = await this.claimNextStep(lease, rollback, step);
        if (!action) return;
        const known = outcomeWithoutUndo(action, simulated) ?? (await this.waitsForNewer(lease, failed, action));
        const undo = () => this.undoStep(lease, rollback, step, action);
        const outcome = known ?? (await this.traces.around(lease.organizationId, action.id, 'undo call', undo));
        await this.recordStepOutcome(lease, rollback, step, action, outcome);
        if (outcome.state === 'failed') failed.push(await this.sameResource.touchingOf(lease, action));
        after = step.position;
      }
    }
    await lease.transaction(async (em) => {
      await this.completeRollback(em, rollback);
      failpoint('finish-before-commit');
    });
    failpoint('finish-after-commit');
  }

  private load(lease: Lease) {
    return lease.transaction(async (em) => {
      const rollback = await this.repository.find(em, lease.organizationId, lease.id);
      if (!rollback) throw new LeaseLostError();
      const [session]: { simulated: boolean }[] = await em.query(
        'SELECT simulated FROM session_states WHERE organization_id = $1 AND id = $2',
        [lease.organizationId, rollback.session_id],
      );
      return { rollback, simulated: session?.simulated ?? false };
    });
  }

  /**
   * Null when, in an agent's rollback, another session has the newer effect: that effect is due now, and this step
   * after it.
   */
  private claimNextStep(lease: Lease, rollback: RollbackRow, step: OpenStepRow): Promise<UndoableRow | null> {
    return lease.transaction(async (em) => {
      if (!(await this.repository.isNext(em, step.id, rollback))) return null;
      const action = await this.repository.undoable(em, lease.organizationId, step.action_id);
      if (!action) throw new Error('The rollback step refers to a missing action.');
      return action;
    });
  }

  /**
   * Null when the undo may be tried. Otherwise a newer call on the same resource failed, and this undo would meet the
   * state that it left.
   */
  private async waitsForNewer(lease: Lease, failed: readonly Touching[], action: UndoableRow): Promise<StepEnd | null> {
    if (failed.length === 0) return null;
    const mine = await this.sameResource.touchingOf(lease, action);
    const shared = failed.map((one) => sharedWithNewer(one, mine)).find((resource) => resource !== null);
    return shared
      ? { state: 'failed', detail: `A newer call on ${shared} has to be undone first, and that failed.` }
      : null;
  }

  private async undoStep(
    lease: Lease,
    rollback: RollbackRow,
    step: OpenStepRow,
    action: UndoableRow,
  ): Promise<StepEnd> {
    try {
      return await (step.reverts_step === null
        ? this.probeAndUndo(lease, rollback, step, action)
        : this.reapply(lease, rollback, step, action, step.reverts_step));
    } catch (error) {
      // Only an error on the provider's side ends a step; a fault of ours leaves the step to the next try.
      if (
        !(error instanceof ProviderUnavailableError || error instanceof ConnectorFault) ||
        this.stopped.signal.aborted
      )
        throw error;
      if (error instanceof ConnectorFault) {
        const err = (await this.redactorOf(action))?.words(action.id).error(error) ?? error;
        this.logger.error({ err, rollbackId: rollback.id, actionId: action.id }, 'a connector failed');
      }
      return { state: 'failed', detail: error.message };
    }
  }

  private async probeAndUndo(
    lease: Lease,
    rollback: RollbackRow,
    step: OpenStepRow,
    action: UndoableRow,
  ): Promise<StepEnd> {
    const known = this.registry.find(action.api_name);
    const isUncertain = UNCERTAIN.includes(action.status);
    if (!known) {
      const probed = isUncertain ? await this.probe(lease, rollback, action, async () => UNKNOWN) : CERTAIN;
      if (probed.end) return probed.end;
      return { state: 'impossible', detail: `No connector knows "${action.api_name}".` };
    }
    const connector = this.isolation.of(lease.organizationId, known.connector);
    const redactor = await this.redactorOf(action);
    const subject = { connector: connector.id, actionId: action.id, stepId: step.id, revertsStep: null, redactor };
    let carried: readonly string[] = [];
    const memory = new DurableUndoMemory(lease, subject, this.kept, () => carried);
    const credential = await this.credentials.contextFor(lease.organizationId, connector.id);
    const older = async (page: number) => {
      const found = await this.olderOf(lease, rollback, step, { connectorId: connector.id, page });
      carried = [...(page === 0 ? [] : carried), ...(found ?? []).map((one) => one.stepId)];
      return found ? found.map((one) => one.effect) : null;
    };
    const context = credential && { ...credential, memory, older };
    const read = async () =>
      context
        ? this.circuits.through(lease.organizationId, connector.id, () =>
            connector.probeOutcome(toEffect(action), context),
          )
        : UNKNOWN;
    const probed = isUncertain ? await this.probe(lease, rollback, action, read, credential?.timeoutMs) : CERTAIN;
    if (probed.end) return probed.end;
    // A report that the client made in the meantime belongs to the record that is undone.
    const current = isUncertain
      ? await lease.transaction((em) => this.repository.undoable(em, lease.organizationId, action.id))
      : action;
    const effect = toEffect(current ?? action, rollback.needs_proof ? undefined : context?.credentials.counters);
    if (!effect.snapshot && known.operation.precapture === 'required') {
      return { state: 'impossible', detail: noSnapshotReason(action) };
    }
    const plan = await connector.plan(effect);
    if (plan.class === 'impossible') return { state: 'impossible', detail: plan.reason ?? 'Nothing undoes this call.' };
    const isWriting = plan.calls.length > 0;
    const recorded = toRecordedCall(current ?? action);
    const why = rollback.needs_proof ? leftToOperator(recorded, isWriting, probed.proof) : null;
    if (why) return { state: 'conflict', detail: why };
    const dependent = await this.sameResource.dependentCall(lease, rollback, action, plan.isShared === true);
    if (dependent) return { state: 'conflict', detail: dependent };
    if (!context) return { state: 'failed', detail: `No credential is stored for the connector "${connector.id}".` };
    await memory.recall();
    const overAttempts = stepOverAttempts(step.attempts, memory.all().length > 0);
    if (overAttempts) return overAttempts;
    const subtracts = rollback.subtracted.includes(action.id);
    const undoing: Undoing = {
      id: connector.id,
      undo: (onConflict, own) => connector.undo(effect, onConflict, { ...own, subtracts }),
    };
    if (!probed.isVouched) return this.undo(lease, step, undoing, context, isForced(rollback, step), redactor);
    const end = await this.undo(lease, step, undoing, context, false, redactor);
    return end.state === 'done' ? { ...end, detail: `${end.detail} ${FORCED_UNPROVED}` } : end;
  }

  private redactorOf({ organization_id: organizationId, api_name: apiName, values }: UndoableRow) {
    return this.redactions.ofNow(organizationId, apiName, values);
  }

  /** The next undos of this rollback with the same connector, limited to those that need no read before. */
  private olderOf(
    lease: Lease,
    rollback: RollbackRow,
    step: OpenStepRow,
    { connectorId, page }: { readonly connectorId: string; readonly page: number },
  ): Promise<{ readonly stepId: string; readonly effect: Effect }[] | null> {
    return lease.transaction(async (em) => {
      const steps = await this.repository.openSteps(em, rollback, step.position);
      const next = steps.slice(page * PAGE, (page + 1) * PAGE);
      if (next.length === 0) return null;
      const ids = next.map(({ action_id: id }) => id);
      const found = new Map(
        (await this.repository.undoables(em, lease.organizationId, ids)).map((one) => [one.id, one]),
      );
      const isOwn = (row: UndoableRow) => this.registry.find(row.api_name)?.connector.id === connectorId;
      const isLeft = (row: UndoableRow) => rollback.needs_proof && leftToOperator(toRecordedCall(row), true) !== null;
      return next.flatMap(({ id: stepId, action_id: of }) => {
        const row = found.get(of);
        const isTaken = row && isOwn(row) && !UNCERTAIN.includes(row.status) && !isLeft(row);
        return isTaken ? [{ stepId, effect: toEffect(row) }] : [];
      });
    });
  }

  /** Restores the contents that the step of another rollback replaced. */
  private async reapply(
    lease: Lease,
    rollback: RollbackRow,
    step: OpenStepRow,
    action: UndoableRow,
    revertsStep: string,
  ): Promise<StepEnd> {
    const { organizationId } = lease;
    const undone = await lease.transaction(async (em) => {
      const { replaced, ...found } = await this.reverts.undone(em, organizationId, step.id, revertsStep);
      return { ...found, replaced: await this.kept.openContents(em, organizationId, action.id, replaced) };
    });
    const known = this.registry.find(action.api_name)?.connector;
    const isPossible = reapplicable(undone, action.status, isForced(rollback, step));
    if ('end' in isPossible) return isPossible.end;
    if (!known) return { state: 'impossible', detail: `No connector knows "${action.api_name}".` };
    const connector = this.isolation.of(lease.organizationId, known);
    const plan = await connector.planReapply(toKept(action.api_name, undone.replaced));
    if (plan.class === 'impossible') return { state: 'impossible', detail: plan.reason ?? NOTHING_KEPT };
    const credential = await this.credentials.contextFor(lease.organizationId, connector.id);
    if (!credential) return { state: 'failed', detail: `No credential is stored for the connector "${connector.id}".` };
    const redactor = await this.redactorOf(action);
    const subject = { connector: connector.id, actionId: action.id, stepId: step.id, revertsStep, redactor };
    const memory = new DurableUndoMemory(lease, subject, this.kept);
    await memory.recall();
    const overAttempts = stepOverAttempts(step.attempts, memory.all().length > 0);
    if (overAttempts) return overAttempts;
    const reapplying: Undoing = {
      id: connector.id,
      undo: (onConflict, context) => connector.reapply(toKept(action.api_name, undone.replaced), onConflict, context),
    };
    const overwrites = isForced(rollback, step) && !isPossible.isVouched;
    return this.undo(lease, step, reapplying, { ...credential, memory }, overwrites, redactor);
  }

  private probe(
    lease: Lease,
    rollback: RollbackRow,
    action: UndoableRow,
    read: () => Promise<ProbedOutcome>,
    timeoutMs = 0,
  ) {
    return this.uncertain.probe(lease, rollback, action, {
      read: () => this.retryUnavailable(lease, async () => failpoint('probe-before-call'), read),
      timeoutMs,
      isForced: isForced(rollback, { action_id: action.id }),
    });
  }

  private async undo(
    lease: Lease,
    step: OpenStepRow,
    undoing: Undoing,
    context: ConnectorContext & { readonly memory: DurableUndoMemory },
    overwrites: boolean,
    redactor: CallRedactor | null,
  ): Promise<StepEnd> {
    const attempt = async () => {
      await lease.transaction(async (em) => {
        await em.query(
          `UPDATE rollback_steps SET state = 'attempting', attempts = attempts + 1, started_at = coalesce(started_at, now()) WHERE id = $1`,
          [step.id],
        );
        failpoint('attempt-before-commit');
      });
      failpoint('attempt-after-commit');
    };
    const mine = { ...context, idempotencyKey: step.id, assertHeld: () => lease.assertHeld() };
    const shown = (items: readonly ItemReport[]) => redactor?.words(step.action_id).items(items) ?? items;
    const report = await this.retryUnavailable(lease, attempt, () =>
      this.circuits.through(lease.organizationId, undoing.id, () =>
        overwrites ? force(undoing, { hash: step.shown_conflict, shown }, mine) : undoing.undo('skip', mine),
      ),
    );
    failpoint('undo-after-call');
    const { memory } = context;
    const unseen = unwritten(report).filter((resource) => memory.traceOf(resource) === null);
    const besides = await memory.seenElsewhere(unseen);
    const unproved = unseen.filter((resource) => !besides.includes(resource));
    return { ...stepAfterUndo(report, unproved), items: report.items };
  }

  /** @throws ProviderUnavailableError, ConnectorFault */
  private retryUnavailable<T>(lease: Lease, prepare: () => Promise<unknown>, call: () => Promise<T>): Promise<T> {
    const { signal: stopped } = this.stopped;
    const tried = async () => {
      lease.assertHeld();
      try {
        return await call();
      } catch (error) {
        if (error instanceof LeaseLostError || error instanceof ProviderUnavailableError) throw error;
        throw new ConnectorFault(error);
      }
    };
    return retryUnreachable(tried, { prepare, stopped });
  }

  private async recordStepOutcome(
    lease: Lease,
    rollback: RollbackRow,
    step: OpenStepRow,
    action: UndoableRow,
    { state, ...said }: StepEnd,
  ): Promise<void> {
    const words = (await this.redactorOf(action))?.words(action.id);
    const detail = words?.text(said.detail) ?? said.detail;
    const items = said.items && (words?.items(said.items) ?? said.items);
    await lease.transaction(async (em) => {
      await this.locks.hold(em, lease.organizationId, rollback.session_id);
      await em.query(
        `UPDATE rollback_steps SET state = $2, detail = $3, items = $4, started_at = coalesce(started_at, now()), finished_at = now()
         WHERE id = $1`,
        [step.id, state, detail, items ? JSON.stringify(items) : null],
      );
      const held = await this.moves.hold(em, lease.organizationId, action.id);
      const isRevert = rollback.reverts !== null;
      const command = isRevert ? commandAfterRevert(state, held.status) : commandAfter(state);
      if (command) await this.moves.move(em, held, command);
      if (!isRevert && restoredSomething(items ?? []))
        await this.sessionRollbacks.notePartlyRestored(em, rollback.session_id);
      failpoint('end-before-commit');
    });
    failpoint('end-after-commit');
  }

  private async completeRollback(em: EntityManager, rollback: RollbackRow): Promise<void> {
    const { id, organization_id: organizationId, session_id: sessionId } = rollback;
    await this.locks.hold(em, organizationId, sessionId);
    const before = await this.repository.audited(em, organizationId, id);
    await em.query(`UPDATE rollbacks SET status = 'FINISHED', finished_at = now(), outcomes = $2 WHERE id = $1`, [
      id,
      JSON.stringify(before.outcomes),
    ]);
    if (rollback.reverts === null) await this.sessionRollbacks.finish(em, organizationId, sessionId);
    else {
      const isAllReverted = await this.reverts.isAllReverted(em, organizationId, sessionId);
      await this.sessionRollbacks.finishRevert(em, organizationId, sessionId, isAllReverted);
    }
    const after = await this.repository.audited(em, organizationId, id);
    const target = { type: 'rollback', id };
    const action = rollback.reverts === null ? 'rollback.finished' : 'rollback.reverted';
    const finished = { action, target, before, after };
    await this.audit.record(em, bySystem(organizationId, 'rollback'), finished);
  }
}

/** Null when the undo may be tried. Otherwise the step ends without a request to the provider. */
function outcomeWithoutUndo({ settled_as: settled }: UndoableRow, simulated: boolean): StepEnd | null {
  if (settled !== null) return { state: 'skipped', detail: SETTLED[settled] };
  return simulated ? SIMULATED : null;
}

const isForced = (rollback: RollbackRow, { action_id: id }: Pick<OpenStepRow, 'action_id'>) =>
  rollback.on_conflict === 'force' || rollback.forced.includes(id);

/** Overwrites a conflict; if one was shown to a person, only that very conflict is overwritten. */
async function force({ undo }: Undoing, { hash, shown }: Conflict, context: ConnectorContext): Promise<UndoReport> {
  if (hash === null) return undo('force', context);
  const report = await undo('skip', context);
  if (report.outcome !== 'conflict') return report;
  if (conflictHashOf(shown(report.items)) === hash) return undo('force', context);
  return { ...report, detail: `It has changed again since it was shown, and was not overwritten. ${report.detail}` };
}

/** The connector broke its contract; the next try finds the present state by reading. */
class ConnectorFault extends Error {
  constructor(cause: unknown) {
    super('The undo failed for a reason of our own; the log names it.', { cause });
  }
}

function restoredSomething(items: readonly ItemReport[]): boolean {
  return items.some(({ fields, result }) => isRestored(result) || fields.some((field) => isRestored(field.result)));
}

const isRestored = (result: string) => result === 'restored' || result === 'forced';

function noSnapshotReason(action: UndoableRow): string {
  if (action.snapshot_failed === null) return 'The state before the call was never captured.';
  if (action.snapshot_failed) return `The state before the call could not be captured: ${action.snapshot_reason}`;
  return 'The snapshot was taken for other arguments than those that ran.';
}
