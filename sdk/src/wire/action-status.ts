import type { ActionRecord } from './wire.js';

type Status = ActionRecord['status'];

interface Facts {
  /** The call ran, or was refused by the provider, or may have run. */
  readonly hasOutcome: boolean;
  /** Something of the call may be there to be undone. */
  readonly mayNeedUndo: boolean;
}

const FACTS: Readonly<Record<Status, Facts>> = {
  CLEARED: { hasOutcome: false, mayNeedUndo: true },
  PENDING_APPROVAL: { hasOutcome: false, mayNeedUndo: false },
  REJECTED: { hasOutcome: false, mayNeedUndo: false },
  BLOCKED: { hasOutcome: false, mayNeedUndo: false },
  SUCCESS: { hasOutcome: true, mayNeedUndo: true },
  FAILED: { hasOutcome: true, mayNeedUndo: true },
  UNKNOWN: { hasOutcome: true, mayNeedUndo: true },
  ROLLED_BACK: { hasOutcome: true, mayNeedUndo: false },
  ROLLBACK_FAILED: { hasOutcome: true, mayNeedUndo: true },
};

/** Returns what a status says of a call. A newer service may answer one that is not known here: then all may be. */
export const factsOf = (status: Status): Facts => FACTS[status] ?? { hasOutcome: true, mayNeedUndo: true };
