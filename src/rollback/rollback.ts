import { type ActionStatus, UNCERTAIN } from '../actions/rules/action.js';
import type { Command } from '../actions/rules/action-state.js';
import type { ItemReport, JsonObject, UndoReport } from '../connectors/connector.js';
import type { ProbedOutcome, Vouched } from '../connectors/proof/proof.js';
import { asksForOperator, UNPROVED } from './proof.js';

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

/** Of a revert: what an undo replaced is back. */
export type RevertOutcome = Exclude<Outcome, 'ROLLED_BACK'> | 'REAPPLIED';

/** The same of a revert. */
export function revertOutcomeOf(state: StepState): RevertOutcome | null {
  const outcome = OUTCOMES[state];
  return outcome === 'ROLLED_BACK' ? 'REAPPLIED' : outcome;
}

/** docs/contract.md, "Rollback"; null while it is under way. */
export function outcomeOf(state: StepState): Outcome | null {
  return OUTCOMES[state];
}

const CODES: Record<StepState, string> = {
  planned: 'planned',
  attempting: 'attempting',
  done: 'restored',
  conflict: 'changed-since',
  impossible: 'not-undoable',
  failed: 'undo-failed',
  unknown: 'not-known',
  skipped: 'nothing-to-undo',
};

/** What an agent is told instead of the words about a step, which are for operators. */
export function codeOf(state: StepState, detail = ''): string {
  return asksForOperator(detail) ? 'needs-operator' : CODES[state];
}

/** What a finished step says of its action: only a proved undo, or a failed one, changes it. */
export function commandAfter(state: StepState): Command | null {
  if (state === 'done') return { type: 'undone' };
  return state === 'failed' ? { type: 'undo-failed' } : null;
}

/**
 * How a step ends whose action had no certain outcome and was read. Null: it is proved that it took effect, or an operator
 * forces it, so it is undone next. A call that the provider refused is never undone: what is there now, another client may
 * have made (docs/contract.md, "Evidence").
 * @param isHidden it cannot be told because of another call of the session
 */
export function stepAfterProbe(
  isRefused: boolean,
  found: ProbedOutcome | Vouched,
  isHidden = false,
): { readonly state: StepState; readonly detail: string } | null {
  switch (found.happened) {
    case true:
      return isRefused ? { state: 'unknown', detail: CHANGED_THOUGH_REFUSED } : null;
    case false:
      return { state: 'skipped', detail: 'It has not taken effect; there is nothing to undo.' };
    case 'unknown':
      if (found.isAsLeft) return { state: 'unknown', detail: isRefused ? CHANGED_THOUGH_REFUSED : UNPROVED };
      return isRefused
        ? { state: 'skipped', detail: 'The provider refused the call; there is nothing to undo.' }
        : {
            state: 'unknown',
            detail: isHidden ? HIDDEN : 'Whether it took effect cannot be told; an operator has to look.',
          };
    default:
      return found satisfies never;
  }
}

/**
 * How a step ends whose action was undone. What was as before already counts as undone only where this action's effect was
 * seen, now or in an earlier try; otherwise it may be another client's doing, or another target (docs/contract.md, "Evidence").
 * @param unproved resources of the report that were found as before, and where no effect was ever seen
 */
export function stepAfterUndo(
  { outcome, detail }: UndoReport,
  [unproved]: readonly string[],
): { readonly state: StepState; readonly detail: string } {
  if (outcome !== 'done' || unproved === undefined) return { state: outcome, detail };
  return {
    state: 'unknown',
    detail: `${unproved} was as before already, and nothing shows that the call took effect there; an operator has to look.`,
  };
}

/** At one step, of all processes together: each that holds the lease makes four at most. */
const MOST_ATTEMPTS = 20;

/**
 * How a step ends whose processes were lost at it again and again; null: it may be tried. It must not hold up, or end, the
 * next process as well. @param mayHaveReached something of it may have reached the provider
 */
export function stepWornOut(
  attempts: number,
  mayHaveReached: boolean,
): { readonly state: StepState; readonly detail: string } | null {
  if (attempts < MOST_ATTEMPTS) return null;
  const detail = `The undo was interrupted at ${attempts} attempts.`;
  return mayHaveReached
    ? { state: 'unknown', detail: `${detail} It may have reached the provider; an operator has to look.` }
    : { state: 'failed', detail: `${detail} Nothing of it reached the provider.` };
}

/**
 * Resources that were found as before, by the names they had first. Only a call of which the connector says that it changed
 * nothing there left nothing to prove; where no field was compared, nothing shows that the call was understood.
 */
export function unwritten({ items, unchanged = [] }: UndoReport): string[] {
  const isProved = ({ resource, fields }: ItemReport) => unchanged.includes(resource) && fields.length > 0;
  const found = items.filter((item) => item.result === 'already-restored' && !isProved(item));
  return found.map(({ resource, formerly = resource }) => formerly);
}

const HIDDEN =
  'Another call of this session on the same resource hides whether it took effect; once that one is undone, roll back again.';

const CHANGED_THOUGH_REFUSED =
  'The provider refused the call, and yet the resource has changed. Another client may have changed it; an operator has to look.';

interface Ordered {
  readonly id: string;
  readonly status: ActionStatus;
  readonly sequence: number;
  readonly effectSequence: number | null;
  /** The name of what it captured; null or left out: that is not known. */
  readonly resource?: string | null;
}

/** Where in its session a call is. */
export type Place = Pick<Ordered, 'sequence' | 'effectSequence'>;

/** A call and every later one: those logged after it, and those logged before it whose effect was confirmed after its own. */
export function fromPlaceOn<T extends Place>(actions: readonly T[], { sequence, effectSequence }: Place): T[] {
  const isLater = (action: T) => effectSequence !== null && (action.effectSequence ?? 0) > effectSequence;
  return actions.filter((action) => action.sequence >= sequence || isLater(action));
}

/** The same text for the same capture. Null: it names nothing, as of what a call is still to make. */
export function namedResource(resource: JsonObject | null): string | null {
  const names = Object.values(resource ?? {});
  const isNamed = names.length > 0 && names.every((name) => !Array.isArray(name) || name.length > 0);
  return isNamed ? JSON.stringify(resource) : null;
}

/**
 * Strictly the last effect first; a call of uncertain outcome may be the very last, so it comes before. But where a newer call
 * captured the same resource, what the older one did shows only when that one is undone: it comes after.
 */
export function lastEffectFirst<T extends Ordered>(actions: readonly T[]): T[] {
  const rank = (action: T) => (UNCERTAIN.includes(action.status) ? 1 : 0);
  const placed = [...actions].sort(
    (a, b) => rank(b) - rank(a) || (b.effectSequence ?? 0) - (a.effectSequence ?? 0) || b.sequence - a.sequence,
  );
  for (const late of placed.filter((one) => rank(one) === 1 && one.resource)) {
    const at = placed.indexOf(late);
    const newer = placed.findLastIndex(
      ({ resource, sequence }) => resource === late.resource && sequence > late.sequence,
    );
    if (newer > at) placed.splice(newer, 0, ...placed.splice(at, 1));
  }
  return placed;
}

/**
 * Of each action the one that captured the same resource next after it: undone alone, the older one meets what the newer
 * one left. Actions without one are left out. @param actions last effect first
 */
export function newerOnSame(actions: readonly Pick<Ordered, 'id' | 'resource'>[]): ReadonlyMap<string, string> {
  const latest = new Map<string, string>();
  const newer = new Map<string, string>();
  for (const { id, resource } of actions) {
    if (!resource) continue;
    const next = latest.get(resource);
    if (next) newer.set(id, next);
    latest.set(resource, id);
  }
  return newer;
}

interface InSession extends Ordered {
  readonly sessionId: string;
  /** When its effect was confirmed; of a call of uncertain outcome, when it last changed. Microseconds. */
  readonly at: number;
}

/**
 * As `lastEffectFirst` over many sessions: calls of uncertain outcome first, then the effect confirmed last. Within a session
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
      const own = Number(UNCERTAIN.includes(action.status));
      [rank, at] = own < rank ? [own, action.at] : [rank, Math.min(at, action.at)];
      return { action, rank, at };
    });
  });
  return placed.sort((a, b) => b.rank - a.rank || b.at - a.at).map(({ action }) => action);
}
