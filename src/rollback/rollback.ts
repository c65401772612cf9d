import type { ActionStatus } from '../actions/action.js';
import type { Settlement } from '../connectors/connector.js';

export type StepState =
  | 'planned'
  | 'attempting'
  | 'done'
  | 'conflict'
  | 'impossible'
  | 'failed'
  | 'unknown'
  | 'skipped';

export type Outcome = 'ROLLED_BACK' | 'ROLLBACK_FAILED' | 'CONFLICT' | 'IRREVERSIBLE' | 'UNKNOWN' | 'SKIPPED';

const OUTCOMES: Record<StepState, Outcome | null> = {
  planned: null,
  attempting: null,
  done: 'ROLLED_BACK',
  conflict: 'CONFLICT',
  impossible: 'IRREVERSIBLE',
  failed: 'ROLLBACK_FAILED',
  unknown: 'UNKNOWN',
  skipped: 'SKIPPED',
};

/** Contract, "Rollback"; null while it is under way. */
export function outcomeOf(state: StepState): Outcome | null {
  return OUTCOMES[state];
}

/** What a finished step makes of its action: only a proved undo, or a failed one, changes it. */
export function statusAfter(state: StepState, before: ActionStatus): ActionStatus {
  if (state === 'done') return 'ROLLED_BACK';
  if (state !== 'failed') return before;
  // Nobody could be asked whether it took effect: it may be there still, and its client may still bring the truth.
  if (before === 'CLEARED') return 'UNKNOWN';
  return UNSETTLED.includes(before) ? before : 'ROLLBACK_FAILED';
}

/** Statuses whose effect is not known until the resource has been read. */
export const UNSETTLED: readonly ActionStatus[] = ['CLEARED', 'FAILED', 'UNKNOWN'];

export interface Settled {
  readonly status: ActionStatus;
  /** Null: it took effect, so it is undone next. */
  readonly step: { readonly state: StepState; readonly detail: string } | null;
}

/** What reading the resource says of an action whose client never, or only unhappily, came back. */
export function settledAs(before: ActionStatus, settlement: Settlement): Settled {
  switch (settlement) {
    case 'happened':
      return { status: 'SUCCESS', step: null };
    case 'not-happened':
      // A cleared call may still run, against the rules; it stays open to the truth.
      return {
        status: before === 'CLEARED' ? 'CLEARED' : 'FAILED',
        step: { state: 'skipped', detail: 'It has not taken effect; there is nothing to undo.' },
      };
    case 'unknown':
      // A client that reported failure is believed where the provider cannot tell otherwise.
      return before === 'FAILED'
        ? {
            status: 'FAILED',
            step: { state: 'skipped', detail: 'It was reported as failed; the provider cannot tell otherwise.' },
          }
        : {
            status: 'UNKNOWN',
            step: { state: 'unknown', detail: 'Whether it took effect cannot be told; a person has to look.' },
          };
  }
}

interface Ordered {
  readonly id: string;
  readonly status: ActionStatus;
  readonly sequence: number;
  readonly effectSequence: number | null;
}

/** Strictly the last effect first; what is not settled yet may be the very last, so it comes before. */
export function lastEffectFirst<T extends Ordered>(actions: readonly T[]): T[] {
  const rank = (action: T) => (UNSETTLED.includes(action.status) ? 1 : 0);
  return [...actions].sort(
    (a, b) => rank(b) - rank(a) || (b.effectSequence ?? 0) - (a.effectSequence ?? 0) || b.sequence - a.sequence,
  );
}

interface InSession extends Ordered {
  readonly sessionId: string;
  /** When its effect was confirmed; of what is not settled, when it was last heard of. Microseconds. */
  readonly at: number;
}

/**
 * As `lastEffectFirst` over many sessions: what is not settled first, then the effect confirmed last. Within a session
 * its own order holds, whatever the clock did.
 */
export function lastEffectFirstAcross<T extends InSession>(actions: readonly T[]): T[] {
  const sessions = new Map<string, T[]>();
  for (const action of actions) {
    const session = sessions.get(action.sessionId);
    if (session) session.push(action);
    else sessions.set(action.sessionId, [action]);
  }
  const placed = [...sessions.values()].flatMap((session) => {
    let [rank, at] = [1, Number.POSITIVE_INFINITY];
    // None comes before one of its own session that must be undone first.
    return lastEffectFirst(session).map((action) => {
      const own = Number(UNSETTLED.includes(action.status));
      [rank, at] = own < rank ? [own, action.at] : [rank, Math.min(at, action.at)];
      return { action, rank, at };
    });
  });
  return placed.sort((a, b) => b.rank - a.rank || b.at - a.at).map(({ action }) => action);
}
