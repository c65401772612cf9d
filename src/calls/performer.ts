import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { ActionTraces } from '../actions/action-traces.js';
import { ActionMoves } from '../actions/ledger/action-moves.js';
import type { BegunCall } from '../actions/performing/begun-call.js';
import { CallSignals } from '../actions/performing/call-signals.js';
import { isOffered } from '../actions/performing/offer.js';
import { CaptureRecords, type KeptCapture, keptCapture } from '../actions/precapture/capture-records.js';
import { isLapsed } from '../actions/rules/decision.js';
import { DecisionsService } from '../approvals/decisions/decisions.service.js';
import {
  type CallOutcome,
  type Capture,
  type ConnectorContext,
  type Json,
  type Noted,
  type PerformedCall,
  ProviderUnavailableError,
} from '../connectors/connector.js';
import { CredentialsService, type SealedCredential } from '../credentials/credentials.service.js';
import { Circuits } from '../isolation/circuits.js';
import { type IsolatedConnector, Isolation } from '../isolation/isolation.service.js';
import { retryUnreachable } from '../isolation/retry-unreachable.js';
import { Database } from '../platform/database/database.js';
import { Lease, LeaseLostError } from '../platform/due-work/lease.js';
import { LeasedRows } from '../platform/due-work/leased-rows.js';
import { failpoint } from '../platform/failpoints.js';
import { newId } from '../platform/ids.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { type CallRedactor, type KeptPart, unchanged } from '../redaction/call-redactor.js';
import { Redactions } from '../redaction/redactions.service.js';
import { RegistryService } from '../registry/registry.service.js';
import { KnownAgents } from '../sessions/known-agents.js';
import { SessionLocks } from '../sessions/session-locks.js';
import { isAsSeen } from './as-seen.js';
import { bounded } from './bounded.js';
import { ChangedSinceError } from './call.errors.js';
import { type Ended, endedAsSeen, endedBy, isOfTheKey, LOST, notDone, reasonNotToBegin, SIMULATED } from './call.js';
import { type CallRow, CallsRepository, type StoredCall } from './calls.repository.js';
import { FastPathCalls } from './fast-path-calls.js';
import { PerformedCallEntity } from './performed-call.entity.js';

const LEASES = LeasedRows.of(PerformedCallEntity, {
  key: 'actionId',
  open: { state: In(['queued', 'running']) },
  taken: () => failpoint('call-lease-before-commit'),
});

/** The time after its beginning at which a call whose provider cannot report the outcome stays unknown. */
const ASKED_FOR_MS = 10 * 60_000;

/** The most tries of a call whose attempts are known to have taken no effect. */
const MOST_TRIES = 5;
/** The pause between two sendings under one key. */
const AGAIN_MS = 1_000;
const NEVER_ARRIVED = { message: 'The call never took effect: its provider ended it each time.', unreachable: true };

const CHANGED = {
  message:
    'The provider has changed this operation since the call was asked for, so it was not made. Ask for it again.',
};

/** The provider takes the same call again under its key; `again` is what the attempt noted. */
interface Again {
  readonly again: Noted;
}

/** A lease was taken of a call that its process left running, or of one that has begun; null when it was refused. */
type First = { readonly left: CallRow } | { readonly begun: CallRow | null };

/** `last`: no other call of its session is queued. */
type End = 'last' | 'others';

interface Taken {
  readonly lease: Lease;
  readonly found: First;
}

/** A call at its provider, with the notes of the current attempt. */
interface Attempt {
  readonly connector: IsolatedConnector;
  readonly call: PerformedCall;
  readonly context: ConnectorContext;
  noted: Noted | null;
}

/**
 * Makes calls, each at most once. The attempt is committed under the lease's fencing number before its provider is
 * reached, and the notes that show its outcome before it can take effect. After a crash the outcome of the noted attempt is
 * asked for, and a request that may have arrived is not sent again (docs/contract.md, "Performed calls").
 */
@Injectable()
export class Performer {
  private readonly stopped = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly repository: CallsRepository,
    private readonly fastPath: FastPathCalls,
    private readonly moves: ActionMoves,
    private readonly captures: CaptureRecords,
    private readonly locks: SessionLocks,
    private readonly agents: KnownAgents,
    private readonly registry: RegistryService,
    private readonly credentials: CredentialsService,
    private readonly isolation: Isolation,
    private readonly circuits: Circuits,
    private readonly signals: CallSignals,
    private readonly decisions: DecisionsService,
    private readonly traces: ActionTraces,
    private readonly redactions: Redactions,
    private readonly logger: PinoLogger,
  ) {}

  /**
   * Makes the call, unless another process holds its lease. Any process may call it at any time.
   * @param onlyIfPlain leaves a call alone that does not begin at once
   * @returns `last`: no other call of its session is queued
   */
  async run(organizationId: string, actionId: string, { onlyIfPlain = false } = {}): Promise<End> {
    if (this.stopped.signal.aborted) return 'others';
    const taken =
      (await this.takeOnFastPath(organizationId, actionId)) ??
      (onlyIfPlain ? null : await this.take(organizationId, actionId));
    return taken ? this.performTaken(taken) : 'others';
  }

  /** Makes a call that has begun when it was logged. */
  async goOn(organizationId: string, actionId: string, begun: BegunCall): Promise<End> {
    return this.performTaken(await this.taken(organizationId, actionId, begun));
  }

  /** Begins no further call; calls in flight that do not end by themselves are left to the next process. */
  stop(): void {
    this.stopped.abort();
  }

  private async performTaken({ lease, found }: Taken): Promise<End> {
    const { organizationId, id: actionId } = lease;
    failpoint('call-lease-after-commit');
    let end: End = 'others';
    const perform = () =>
      this.traces.around(organizationId, actionId, 'perform call', async () => {
        end = await this.perform(lease, found);
      });
    if (!(await lease.during(perform))) this.logger.warn({ actionId }, 'another process has taken the call over');
    this.signals.over(organizationId, actionId);
    return end;
  }

  private async takeOnFastPath(organizationId: string, id: string): Promise<Taken | null> {
    failpoint('call-lease-before-commit');
    failpoint('call-begin-before-commit');
    const begun = await this.fastPath.begin(organizationId, id);
    return begun && this.taken(organizationId, id, begun);
  }

  private async taken(organizationId: string, id: string, { fence, call: read, credential, takenAt }: BegunCall) {
    const call = read as StoredCall;
    const isPlain = call.redacted === null && call.noted === null;
    const opened = isPlain
      ? { ...call, noted: null, values: [] }
      : await this.database.transaction(organizationId, (em) => this.repository.opened(em, organizationId, call));
    const lease = Lease.taken(this.database, LEASES, { organizationId, id, fence }, takenAt);
    return { lease, found: { begun: { ...opened, credential } } };
  }

  private take(organizationId: string, id: string): Promise<Taken | null> {
    return Lease.takeWith(this.database, LEASES, organizationId, id, (em) => this.first(em, organizationId, id));
  }

  /** Begins a queued call in the transaction that takes its lease. */
  private async first(em: EntityManager, organizationId: string, id: string): Promise<First> {
    const found = await this.repository.find(em, organizationId, id);
    if (found?.state === 'running') return { left: found };
    return { begun: found && (await this.beginIn(em, organizationId, found)) };
  }

  private async perform(lease: Lease, first: First): Promise<End> {
    if ('left' in first && !(await this.resumeAttempt(lease, first.left))) return 'others';
    if ('begun' in first) failpoint('call-begin-after-commit');
    for (let tries = 1; ; tries++) {
      const call = tries === 1 && 'begun' in first ? first.begun : await this.begin(lease);
      if (call === null) return 'others';
      const ended = call.simulated ? SIMULATED : await this.attemptAsSeen(lease, call);
      if (ended === 'asked-again') return 'others';
      if (ended !== 'never') return this.end(lease, call, ended);
      if (tries === MOST_TRIES) return this.end(lease, call, notDone(NEVER_ARRIVED));
      await lease.transaction((em) => this.repository.queueAgain(em, lease.organizationId, lease.id));
    }
  }

  /**
   * Handles a call whose process ended during the attempt. Answers true when the call never took effect and is queued
   * again.
   */
  private async resumeAttempt(lease: Lease, call: CallRow): Promise<boolean> {
    const found = call.noted === null ? 'never' : await this.outcomeOf(lease, call, call.noted);
    const ended = found === 'again' ? await this.attempt(lease, call, call.noted) : found;
    if (ended !== 'never') {
      await this.end(lease, call, ended);
      return false;
    }
    await lease.transaction((em) => this.repository.queueAgain(em, lease.organizationId, lease.id));
    return true;
  }

  /** Begins it again. Null when it may not. */
  private async begin(lease: Lease): Promise<CallRow | null> {
    if (this.stopped.signal.aborted) return null;
    const { organizationId, id } = lease;
    const begun = await lease.transaction(async (em) => {
      const found = await this.repository.find(em, organizationId, id);
      return found && this.beginIn(em, organizationId, found);
    });
    failpoint('call-begin-after-commit');
    return begun;
  }

  /** Decided under the lock of the session: after a rollback, a pause or a withdrawal was acknowledged nothing begins. */
  private async beginIn(em: EntityManager, organizationId: string, found: CallRow): Promise<CallRow | null> {
    const { action_id: id } = found;
    const session = await this.locks.hold(em, organizationId, found.session_id);
    const call = await this.repository.find(em, organizationId, id);
    if (call?.state !== 'queued') return null;
    // A rollback of a part of the session leaves other calls queued; they begin after it.
    if (session?.rollback_state === 'RUNNING') return null;
    if (!call.is_read && call.is_other_running) return null;
    const action = await this.moves.hold(em, organizationId, id);
    // The job that ends such approvals ends the call as well.
    if (isLapsed(action, action.now)) return null;
    const reason = reasonNotToBegin({
      isRolled: action.session.isRolled,
      isCompleted: action.session.status === 'COMPLETED',
      isPaused: await this.agents.isPausedNow(em, organizationId, call.agent_slug),
      isOffered: isOffered(await this.offered(em, organizationId, call.api_name), call.api_name),
    });
    if (reason !== null) {
      await this.repository.giveReason(em, organizationId, id, reason);
      await this.moves.move(em, action, { type: 'take-back' });
      return null;
    }
    await this.repository.begin(em, organizationId, id);
    if (action.approval !== null) await this.decisions.begun(em, organizationId, id);
    failpoint('call-begin-before-commit');
    return call;
  }

  private offered(em: EntityManager, organizationId: string, apiName: string) {
    const connector = this.registry.find(apiName)?.connector.id;
    return connector === undefined ? [] : this.credentials.offered(em, organizationId, connector);
  }

  /** `asked-again`: it met another state than a person approved, and a policy wants the person asked again. */
  private async attemptAsSeen(lease: Lease, call: CallRow): Promise<Ended | 'never' | 'asked-again'> {
    try {
      return await this.attempt(lease, call);
    } catch (error) {
      if (!(error instanceof ChangedSinceError)) throw error;
      if (call.approval_asked_again === null) return notDone(CHANGED);
      await this.askAgain(lease, call, error.capture);
      return 'asked-again';
    }
  }

  private async askAgain(lease: Lease, call: CallRow, capture: Capture | null): Promise<void> {
    const { organizationId, id: actionId } = lease;
    const redactor = await this.redactorOf(lease, call);
    const judged = capture && keptCapture(await this.captures.judged(organizationId, callOf(call), capture), redactor);
    await lease.transaction(async (em) => {
      await this.locks.hold(em, organizationId, call.session_id);
      const action = await this.moves.hold(em, organizationId, actionId);
      const snapshotId = judged && (await this.keep(em, lease, call, judged));
      await this.moves.capture(em, action, snapshotId);
      await this.repository.giveReason(em, organizationId, actionId, 'resource-changed');
      await this.decisions.askAgain(em, organizationId, call.approval_asked_again ?? '', action);
    });
  }

  /** `never`: it took no effect and cannot any more. What is sent again under its key goes on, as it has begun. */
  private async attempt(lease: Lease, call: CallRow, first: Noted | null = null): Promise<Ended | 'never'> {
    for (let tries = 1, earlier = first; ; tries++) {
      const ended = await this.attemptOnce(lease, call, earlier);
      if (ended === 'never' || 'outcome' in ended) return ended;
      if (tries === MOST_TRIES) return { ...LOST, capture: ended.again.capture ?? null };
      earlier = ended.again;
      await sleep(AGAIN_MS * tries, undefined, { signal: this.stopped.signal });
    }
  }

  /** @param earlier what an attempt under the same key noted: it may have taken effect, whatever becomes of this one */
  private async attemptOnce(lease: Lease, call: CallRow, earlier: Noted | null): Promise<Ended | 'never' | Again> {
    // The credential that was read when the call began is current only for the first request.
    const attempt = await this.attemptOf(lease, call, earlier, earlier === null ? call.credential : undefined);
    if (attempt === null)
      return earlier
        ? { ...LOST, capture: earlier.capture ?? null }
        : notDone({ message: 'No credential is stored for the connector of the call.' });
    try {
      const answer = await this.send(lease, attempt);
      failpoint('call-after-answer');
      if (earlier && !isOfTheKey(answer)) return { again: earlier };
      const ended = endedBy(answer) ?? LOST;
      return ended.capture && earlier?.capture ? { ...ended, capture: earlier.capture } : ended;
    } catch (error) {
      if (error instanceof LeaseLostError || error instanceof ChangedSinceError) throw error;
      if (!(error instanceof ProviderUnavailableError)) {
        const redactor = await this.redactorOf(lease, call);
        const err = redactor?.words(lease.id).error(error) ?? error;
        this.logger.error({ err, actionId: lease.id }, 'a connector failed');
      }
      if (attempt.noted !== null && !isUnsent(error)) {
        const outcome = await this.outcomeOf(lease, call, attempt.noted, isOver(error));
        return outcome === 'again' ? { again: attempt.noted } : outcome;
      }
      if (this.stopped.signal.aborted) throw error;
      if (earlier) return { again: earlier };
      return notDone({ message: messageOf(error), unreachable: true });
    }
  }

  /** Sends the call; repeats it only when the first sending is known to have done nothing. */
  private send(lease: Lease, attempt: Attempt): Promise<CallOutcome> {
    const { connector, call, context } = attempt;
    const sent = () => {
      lease.assertHeld();
      return this.circuits.through(lease.organizationId, connector.id, () => connector.perform(call, context));
    };
    return retryUnreachable(sent, {
      prepare: async () => undefined,
      mayRepeat: (error) => attempt.noted === null || isUnsent(error),
      stopped: this.stopped.signal,
    });
  }

  /**
   * @param earlier what an attempt under the same key noted: its capture saw the previous state, the present may not
   * @param sealed the credential, where it is known
   */
  private async attemptOf(
    lease: Lease,
    row: CallRow,
    earlier: Noted | null = null,
    sealed?: SealedCredential | null,
  ): Promise<Attempt | null> {
    const { organizationId, id } = lease;
    const known = this.registry.find(row.api_name);
    const credential = known && (await this.credentials.contextFor(organizationId, known.connector.id, sealed));
    if (!known || !credential) return null;
    const seen = earlier === null ? await this.seen(lease, row) : null;
    const redactor = await this.redactorOf(lease, row);
    const attempt: Attempt = {
      connector: this.isolation.of(organizationId, known.connector),
      call: callOf(row),
      noted: null,
      context: {
        ...credential,
        idempotencyKey: id,
        assertHeld: () => lease.assertHeld(),
        note: async (found) => {
          if (!isAsSeen(seen, found.capture ?? null)) throw new ChangedSinceError(found.capture ?? null);
          const noted = earlier?.capture ? { ...found, capture: earlier.capture } : found;
          // It counts as noted from here on: whether the commit arrived is not known before it is answered.
          attempt.noted = noted;
          failpoint('call-note-before-commit');
          const kept = redactor
            ? { sealed: redactor.seal(id, 'notes', { value: noted as unknown as Json, values: [] }) }
            : noted;
          await lease.statement((fence) => this.fastPath.note(organizationId, id, fence, kept));
          failpoint('call-note-after-commit');
        },
      },
    };
    return attempt;
  }

  /** Reads the state that the call must meet. Null when it may meet any. */
  private async seen(lease: Lease, { approval_asked_again: asked, api_name: apiName }: CallRow) {
    if (asked === null && !this.registry.find(apiName)?.operation.isBoundToCapture) return null;
    return lease.transaction((em) => this.repository.seen(em, lease.organizationId, lease.id));
  }

  /**
   * `never`: it took no effect and cannot any more.
   * @param isOver the provider has ended the request, so that nothing of it can arrive any more
   * @throws ProviderUnavailableError while that may be asked again
   */
  private async outcomeOf(
    lease: Lease,
    row: CallRow,
    noted: Noted,
    isOver = false,
  ): Promise<Ended | 'never' | 'again'> {
    const attempt = await this.attemptOf(lease, row);
    const lost = { ...LOST, capture: noted.capture ?? null };
    if (attempt === null) return lost;
    const { connector, call, context } = attempt;
    const { apiName, payload } = call;
    const asked = <T>(ask: () => Promise<T>) =>
      retryUnreachable(() => this.circuits.through(lease.organizationId, connector.id, ask), {
        prepare: async () => lease.assertHeld(),
        stopped: this.stopped.signal,
      });
    try {
      const outcome = await asked(() => connector.outcomeOf(noted, call, context));
      if (outcome.outcome === 'never' || outcome.outcome === 'again') return outcome.outcome;
      const ended = endedBy(outcome);
      if (ended !== null) return ended;
      const snapshot = noted.capture?.captured ? noted.capture.content : null;
      const effect = { apiName, payload, response: noted.response, snapshot };
      const mayArrive = outcome.outcome === 'open' && !isOver;
      return endedAsSeen(await asked(() => connector.probeOutcome(effect, context)), noted.capture ?? null, mayArrive);
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError) || (row.age_ms ?? 0) < ASKED_FOR_MS) {
        const redactor = await this.redactorOf(lease, row);
        throw redactor?.words(lease.id).error(error) ?? error;
      }
      return lost;
    }
  }

  private async end(lease: Lease, call: CallRow, ended: Ended): Promise<End> {
    const { organizationId } = lease;
    const redactor = await this.redactorOf(lease, call);
    const capture =
      ended.capture && keptCapture(await this.captures.judged(organizationId, callOf(call), ended.capture), redactor);
    const response = bounded(ended.response, call.is_read);
    const outcome = { ...ended, response, kept: redactor?.redact('response', response) ?? unchanged(response) };
    failpoint('call-end-before-commit');
    const hasOthers = await lease.concludeIn((fence) =>
      this.fastPath.end(organizationId, call, fence, outcome, capture),
    );
    if (hasOthers === null) await this.endInAnyState(lease, call, outcome, capture);
    failpoint('call-end-after-commit');
    return hasOthers === false ? 'last' : 'others';
  }

  private redactorOf({ organizationId }: Lease, { api_name: apiName, values }: CallRow): Promise<CallRedactor | null> {
    return this.redactions.ofNow(organizationId, apiName, values);
  }

  /** Its session may be rolled back, completed or abandoned meanwhile. @throws LeaseLostError */
  private async endInAnyState(
    lease: Lease,
    call: CallRow,
    { outcome, response, kept }: Ended & { readonly kept: KeptPart<Json> },
    capture: KeptCapture | null,
  ) {
    const { organizationId, id: actionId } = lease;
    await lease.conclude(async (em) => {
      await this.locks.hold(em, organizationId, call.session_id);
      const action = await this.moves.hold(em, organizationId, actionId);
      const snapshotId = capture && (await this.keep(em, lease, call, capture));
      await this.moves.perform(em, action, { outcome, response, kept, snapshotId });
    });
  }

  /** The snapshot takes the place of the one of when the call was asked for. Answers its id. */
  private async keep(em: EntityManager, { organizationId, id: actionId }: Lease, call: CallRow, capture: KeptCapture) {
    const { session_id: sessionId, api_name: apiName, payload_hash: payloadHash, precapture_id: formerId } = call;
    const id = newId();
    await this.captures.keep(em, { id, organizationId, sessionId, apiName, payloadHash, actionId, formerId, capture });
    return id;
  }
}

const callOf = ({ api_name: apiName, payload }: CallRow): PerformedCall => ({ apiName, payload });

const isUnsent = (error: unknown) => error instanceof ProviderUnavailableError && error.requestState === 'unsent';
const isOver = (error: unknown) => error instanceof ProviderUnavailableError && error.requestState === 'over';

const messageOf = (error: unknown) =>
  error instanceof ProviderUnavailableError
    ? error.message
    : 'The call failed for a reason of our own; the log names it.';
