import { Injectable } from '@nestjs/common';
import { ActionMoves } from '../../actions/ledger/action-moves.js';
import { type ProbedOutcome, type Proof, UNKNOWN } from '../../connectors/proof/proof.js';
import { remainingMs } from '../../connectors/resource/late.js';
import type { Lease } from '../../platform/due-work/lease.js';
import { failpoint } from '../../platform/failpoints.js';
import { SessionLocks } from '../../sessions/session-locks.js';
import { operatorsProof, UNPROVED, WITHOUT_PROOF } from '../proof.js';
import { type Doubt, type StepState, stepAfterProbe } from '../rollback.js';
import type { RollbackRow, UndoableRow } from '../rollback.repository.js';
import { SameResource } from './same-resource.service.js';

/** The result of reading a call without a certain outcome: the step is over, or the call is undone next. */
export type Probed =
  | { readonly end: { readonly state: StepState; readonly detail: string } }
  /** `proof`: the proof from the read; null when the record, or the word of an operator, stands for it. */
  | { readonly end: null; readonly proof: Proof | null; readonly isVouched: boolean };

export const CERTAIN: Probed = { end: null, proof: null, isVouched: false };

/** Finds out whether a call without a certain outcome took effect (docs/contract.md, "Evidence"). */
@Injectable()
export class UncertainCalls {
  constructor(
    private readonly moves: ActionMoves,
    private readonly locks: SessionLocks,
    private readonly sameResource: SameResource,
  ) {}

  /**
   * Reads the resource and records the outcome of the call.
   * @param read asks the provider
   * @param timeoutMs how long the provider may take to answer a request
   */
  async probe(
    lease: Lease,
    rollback: RollbackRow,
    action: UndoableRow,
    { read, timeoutMs, isForced }: { read: () => Promise<ProbedOutcome>; timeoutMs: number; isForced: boolean },
  ): Promise<Probed> {
    const found = await read();
    failpoint('probe-after-call');
    const isHidden = await this.sameResource.isHidden(lease, rollback, action, found);
    const doubt: Doubt | null = isHidden ? { kind: 'hidden' } : inFlight(action, found, timeoutMs);
    const seen = doubt ? UNKNOWN : found;
    const probed = await lease.transaction<Probed>(async (em) => {
      await this.locks.hold(em, lease.organizationId, rollback.session_id);
      const now = await this.moves.hold(em, lease.organizationId, action.id);
      // Its client came back while the resource was read: an outcome that was acknowledged stands.
      if (now.status === 'SUCCESS') return CERTAIN;
      const outcome = operatorsProof(seen, !now.isRefused && !rollback.needs_proof && isForced);
      await this.moves.move(em, now, { type: 'probe', outcome });
      failpoint('probe-before-commit');
      const end = stepAfterProbe(now, outcome, doubt);
      if (end?.detail === UNPROVED && rollback.needs_proof)
        return { end: { state: 'conflict', detail: WITHOUT_PROOF } };
      if (end) return { end };
      const isVouched = outcome.happened === true && outcome.by === 'operator';
      return { end: null, proof: seen.happened === true ? seen : null, isVouched };
    });
    failpoint('probe-after-commit');
    return probed;
  }
}

/** A resource that is as before proves nothing while the request of a lost answer may still arrive. */
function inFlight({ performed, status, age_ms: ageMs }: UndoableRow, found: ProbedOutcome, timeoutMs: number) {
  const left = remainingMs(ageMs, timeoutMs);
  const isOpen = performed && status === 'UNKNOWN' && found.happened === false && left > 0;
  return isOpen ? ({ kind: 'in-flight', leftMs: left } as const) : null;
}
