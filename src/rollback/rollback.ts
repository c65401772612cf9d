import { type ActionStatus, UNCERTAIN } from '../actions/rules/action.js';
import type { Command } from '../actions/rules/action-state.js';
import type { ItemReport, JsonObject, UndoReport } from '../connectors/connector.js';
import type { OperatorsProof, ProbedOutcome } from '../connectors/proof/proof.js';
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

/** The outcome in a revert; REAPPLIED means that the replaced contents were restored. */
export type RevertOutcome = Exclude<Outcome, 'ROLLED_BACK'> | 'REAPPLIED';

/** Returns the outcome of a step of a revert. */
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

/** The code that an agent gets in place of a step's detail, which is for operators. */
export function codeOf(state: StepState, detail = ''): string {
  return asksForOperator(detail) ? 'needs-operator' : CODES[state];
}

/** The command that a finished step applies to its action: only a proved undo, or a failed one, changes it. */
export function commandAfter(state: StepState): Command | null {
  if (state === 'done') return { type: 'undone' };
  return state === 'failed' ? { type: 'undo-failed' } : null;
}

/**
 * The result of a step after its action, which had no certain outcome, was read. Null when the effect is proved, or an
 * operator forces the undo, so that the undo follows. A call that the provider refused is never undone, because the
 * present state may come from another client (docs/contract.md, "Evidence"). The refusal of a call that is not FAILED is not
 * believed: the client sent it again, or the resource once looked as the call would have left it.
 * @param doubt the reason why a resource that is as before shows nothing; null when there is none
 */
export function stepAfterProbe(
  { status, isRefused }: { readonly status: ActionStatus; readonly isRefused: boolean },
  found: ProbedOutcome | OperatorsProof,
  doubt: Doubt | null = null,
): { readonly state: StepState; readonly detail: string } | null {
  switch (found.happened) {
    case true:
      return isRefused ? { state: 'unknown', detail: CHANGED_THOUGH_REFUSED } : null;
    case false:
      return { state: 'skipped', detail: 'It has not taken effect; there is nothing to undo.' };
    case 'unknown':
      if (found.isAsLeft) return { state: 'unknown', detail: isRefused ? CHANGED_THOUGH_REFUSED : UNPROVED };
      return isRefused && status === 'FAILED'
        ? { state: 'skipped', detail: 'The provider refused the call; there is nothing to undo.' }
        : { state: 'unknown', detail: describeDoubt(doubt) };
    default:
      return found satisfies never;
  }
}

/**
 * The result of a step after its action was undone. A resource that was found as before counts as undone only if this
 * action's effect was seen there, now or in an earlier try; otherwise another client may have restored it, or the
 * target may be another one (docs/contract.md, "Evidence").
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

/** The most attempts at one step, over all processes: each that holds the lease makes four at most. */
const MOST_ATTEMPTS = 20;

/**
 * The result of a step whose processes died at it repeatedly; null when it may be tried. Such a step must not delay, or
 * end, the next process as well.
 * @param mayHaveReached true when a request of it may have reached the provider
 */
export function stepOverAttempts(
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
 * Resources that were found as before, by the names they had first. A resource needs no proof only if the connector
 * says that the call changed nothing there and compared at least one field; without a compared field, nothing shows
 * that the connector understood the call.
 */
export function unwritten({ items, unchanged = [] }: UndoReport): string[] {
  const isProved = ({ resource, fields }: ItemReport) => unchanged.includes(resource) && fields.length > 0;
  const found = items.filter((item) => item.result === 'already-restored' && !isProved(item));
  return found.map(({ resource, formerly = resource }) => formerly);
}

/**
 * `hidden`: another call of the session on the same resource hides the outcome. `in-flight`: the answer to the service
 * was lost, and the request may take effect within `leftMs` milliseconds.
 */
export type Doubt = { readonly kind: 'hidden' } | { readonly kind: 'in-flight'; readonly leftMs: number };

function describeDoubt(doubt: Doubt | null): string {
  if (doubt === null) return 'It is unknown whether it took effect; an operator has to check.';
  if (doubt.kind === 'hidden')
    return 'Another call of this session on the same resource hides whether it took effect; once that one is undone, roll back again.';
  const seconds = Math.ceil(doubt.leftMs / 1_000);
  return `It has not taken effect so far. Its answer was lost, and its request may still arrive: roll back again in ${seconds} s.`;
}

const CHANGED_THOUGH_REFUSED =
  'The provider refused the call, and yet the resource has changed. Another client may have changed it; an operator has to look.';

interface Ordered {
  readonly id: string;
  readonly status: ActionStatus;
  readonly sequence: number;
  readonly effectSequence: number | null;
  /** The name of the captured resource; null or absent when it is not known. */
  readonly resource?: string | null;
}

/** The place of a call in its session. */
export type Place = Pick<Ordered, 'sequence' | 'effectSequence'>;

/** A call and every later one: those logged after it, and those logged before it whose effect was confirmed after its own. */
export function fromPlaceOn<T extends Place>(actions: readonly T[], { sequence, effectSequence }: Place): T[] {
  const isLater = (action: T) => effectSequence !== null && (action.effectSequence ?? 0) > effectSequence;
  return actions.filter((action) => action.sequence >= sequence || isLater(action));
}

/**
 * Returns the same text for equal captures. Null when the capture names no resource, such as one that a call has yet
 * to create.
 */
export function namedResource(resource: JsonObject | null): string | null {
  const names = Object.values(resource ?? {});
  const isNamed = names.length > 0 && names.every((name) => !Array.isArray(name) || name.length > 0);
  return isNamed ? JSON.stringify(resource) : null;
}

/**
 * Strictly the last effect first; a call of uncertain outcome may be the very last, so it comes before. But if a newer
 * call captured the same resource, the effect of the older one shows only after the newer one is undone, so the older
 * one comes after it.
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
 * For each action, the next newer one that captured the same resource: undone alone, the older one meets the state that
 * the newer one left. Actions without a newer one are left out.
 * @param actions last effect first
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
  /** The time at which the effect was confirmed, or, without a certain outcome, of the last change. Microseconds. */
  readonly at: number;
}

/**
 * Orders actions of many sessions as `lastEffectFirst` does: calls of uncertain outcome first, then the effect
 * confirmed last. Within a session its own order holds, whatever the clock showed.
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
    // An action must not come before one of its own session that must be undone first.
    return lastEffectFirst(session).map((action) => {
      const own = Number(UNCERTAIN.includes(action.status));
      [rank, at] = own < rank ? [own, action.at] : [rank, Math.min(at, action.at)];
      return { action, rank, at };
    });
  });
  return placed.sort((a, b) => b.rank - a.rank || b.at - a.at).map(({ action }) => action);
}
