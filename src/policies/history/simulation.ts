import { type PolicyAction, RESTRICTIVENESS } from '../policy.js';

/** A past call, and the draft's decision on it; null when its pattern or condition does not match. */
export interface Replayed<Sample> {
  readonly draft: PolicyAction | null;
  /** The decision of the policies of that day. */
  readonly recorded: PolicyAction;
  readonly undone: boolean;
  readonly sample: () => Sample;
}

interface Tally {
  readonly calls: number;
  /** The number of them that a rollback later undid. */
  readonly undone: number;
}

export interface Simulation<Sample> {
  readonly evaluated: number;
  readonly matched: number;
  readonly allowed: Tally;
  readonly gated: Tally;
  readonly blocked: Tally;
  /** Calls the draft would have held up and the policies of that day did not. */
  readonly newlyHeldUp: number;
  /** The first of each kind that matched. */
  readonly samples: readonly Sample[];
}

const SAMPLES_OF_EACH = 10;

/**
 * Counts the decisions that a draft policy alone would have made on past calls; it would have allowed every call that
 * it does not match (docs/contract.md, "Policies").
 */
export class SimulationTally<Sample> {
  private readonly calls: Record<PolicyAction, number> = { ALLOW: 0, REQUIRE_APPROVAL: 0, BLOCK: 0 };
  private readonly undone: Record<PolicyAction, number> = { ALLOW: 0, REQUIRE_APPROVAL: 0, BLOCK: 0 };
  private readonly shown: Record<PolicyAction, number> = { ALLOW: 0, REQUIRE_APPROVAL: 0, BLOCK: 0 };
  private readonly samples: Sample[] = [];
  private matched = 0;
  private newlyHeldUp = 0;

  add({ draft, recorded, undone, sample }: Replayed<Sample>): void {
    const decision = draft ?? 'ALLOW';
    this.calls[decision]++;
    if (undone) this.undone[decision]++;
    if (RESTRICTIVENESS[decision] > RESTRICTIVENESS[recorded]) this.newlyHeldUp++;
    if (!draft) return;
    this.matched++;
    if (this.shown[draft]++ < SAMPLES_OF_EACH) this.samples.push(sample());
  }

  get evaluated(): number {
    return this.calls.ALLOW + this.calls.REQUIRE_APPROVAL + this.calls.BLOCK;
  }

  get result(): Simulation<Sample> {
    const of = (decision: PolicyAction) => ({ calls: this.calls[decision], undone: this.undone[decision] });
    return {
      evaluated: this.evaluated,
      matched: this.matched,
      allowed: of('ALLOW'),
      gated: of('REQUIRE_APPROVAL'),
      blocked: of('BLOCK'),
      newlyHeldUp: this.newlyHeldUp,
      samples: this.samples,
    };
  }
}
