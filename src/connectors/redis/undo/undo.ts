import { isDeepStrictEqual } from 'node:util';
import { Captured } from '../../captured.js';
import {
  type ConnectorContext,
  type Effect,
  ProviderUnavailableError,
  type Trace,
  type UndoMemory,
  type UndoReport,
} from '../../connector.js';
import { isCounter, patternsIn } from '../../counters.js';
import { sum } from '../../decimal.js';
import { RefusedError } from '../../resource/read.js';
import { NotCapturable } from '../../resource/resource.js';
import { transientMemory } from '../../undo-memory.js';
import type { RedisOperation } from '../operations.js';
import { expiry, fieldName, idOf, type Part, type State } from '../part.js';
import { type Recorded, recordOf } from '../record.js';
import { reportOf, restoredAlready, unanswered, unproved } from '../report.js';
import { asked, connected } from '../server/client.js';
import { type Now, readNow } from '../server/now.js';
import { isSamePlace, isSwapped } from '../server/place.js';
import type { RedisTransport } from '../server/transport.js';
import { fitting, hasEvidence, inSameKeys, isOfAnother } from './evidence.js';
import { replacedBy } from './kept.js';
import { changesAt } from './merge.js';
import { commandsOf, NotRestored, toWanted, write } from './restore.js';
import { isSum } from './sums.js';
import { forced, inConflict, type Judged, judge, withForeignExpiries } from './verdicts.js';
import { type Change, stringOf, textOf } from './world.js';

type OnConflict = 'skip' | 'force';

const TRIES = 20;

const SWAPPED =
  'SWAPDB has exchanged databases of the server since the capture: the one with this number may be another. Nothing was written.';

/** Undoes one call in one transaction. @throws ProviderUnavailableError, and what `assertHeld` throws */
export async function undo(
  operation: RedisOperation,
  effect: Effect,
  onConflict: OnConflict,
  context: ConnectorContext,
): Promise<UndoReport> {
  const record = recordOf(operation, effect);
  if (!record.possible) return { outcome: 'impossible', detail: record.reason, items: [] };
  return undoRecord(operation, record, onConflict, context, patternsIn(effect.counters));
}

/** Undoes a recorded call, or the recorded undo of one. */
export async function undoRecord(
  operation: Pick<RedisOperation, 'apiName'>,
  record: Recorded,
  onConflict: OnConflict,
  context: ConnectorContext,
  counters: readonly string[] = [],
): Promise<UndoReport> {
  const remembering = { ...context, counters, memory: context.memory ?? transientMemory() };
  try {
    return await connected(context, async (client, place) => {
      if (!isSamePlace(place, record.snapshot.place))
        return {
          outcome: 'impossible',
          detail: 'The credential names another database than the captured one.',
          items: [],
        };
      if (onConflict === 'skip' && isSwapped(place, record.snapshot.place))
        return { outcome: 'unknown', detail: SWAPPED, items: [] };
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const done = await attemptUndo(client, operation, record, onConflict, remembering);
        if (done) return done;
      }
      throw new ProviderUnavailableError('other clients changed the keys at each attempt');
    });
  } catch (error) {
    if (error instanceof NotCapturable) return { outcome: 'impossible', detail: error.message, items: [] };
    if (error instanceof RefusedError || error instanceof NotRestored)
      return { outcome: 'failed', detail: error.message, items: [] };
    throw error;
  }
}

/** Null when another client changed a key in between, so that nothing was written. */
async function attemptUndo(
  client: RedisTransport,
  { apiName }: Pick<RedisOperation, 'apiName'>,
  record: Recorded,
  onConflict: OnConflict,
  context: ConnectorContext & { readonly memory: UndoMemory; readonly counters: readonly string[] },
): Promise<UndoReport | null> {
  const parts = record.parts.map(({ part }) => part);
  const now = await asked(async () => {
    await client.watch([...new Set(parts.map(({ key }) => key))]);
    return readNow(client, parts);
  });
  const changes = changesAt(record.parts, now.at);
  const earlier = earlierTry(changes, now, context.memory);
  if (earlier === 'written') return restoredAlready(changes);
  if (earlier === 'untold') return unanswered(changes);
  const circumstances = { record, onConflict, isOneStep: apiName === 'redis.keys.rename', isSum: isSum(apiName) };
  const { subtracts = false, counters } = context;
  const own = judgedOf(changes, now, circumstances);
  const subtracting = { isChosen: subtracts, counters };
  const judged = isSum(apiName) ? subtracted(own, subtracting) : own;
  const wanted = judged.filter(({ verdict }) => verdict.is === 'restore');
  // A newer call of the same transaction has restored the state before both.
  const isShown =
    hasEvidence(judged, record) || (wanted.length === 0 && (await isSeenElsewhere(judged, context.memory)));
  if (!isShown) return reportOf(judged.map(unwritten), record, judged.some(isConflict));
  if (wanted.length === 0) return reportOf(judged, record, isShown);
  if (onConflict === 'skip' && judged.some(isOfAnother)) return unproved(judged.map(unwritten));
  const traces = tracesOf(wanted);
  await context.memory.note(traces, [replacedBy(wanted, now, record, false)]);
  // The process may have slept through its lease between the read and this call.
  context.assertHeld?.();
  if (await write(client, commandsOf(wanted, record, now), wanted.map(toWanted))) {
    await context.memory.note([], [replacedBy(wanted, now, record, true)]);
    return reportOf(judged, record, isShown);
  }
  await context.memory.note(withoutWriting(traces));
  return null;
}

async function isSeenElsewhere(judged: readonly Judged[], memory: UndoMemory): Promise<boolean> {
  const resources = [...new Set(judged.map(({ part }) => resourceOf(part)))];
  const seen = (await memory.seenElsewhere?.(resources)) ?? [];
  return resources.every((resource) => seen.includes(resource));
}

const isConflict = ({ verdict }: Judged) => verdict.is === 'conflict';
const unwritten = (one: Judged) => (one.verdict.is === 'restore' ? inConflict(one) : one);

interface Circumstances {
  readonly record: Recorded;
  readonly onConflict: OnConflict;
  readonly isOneStep: boolean;
  /** The call added to a number. */
  readonly isSum: boolean;
}

function judgedOf(
  changes: readonly Change[],
  now: Now,
  { record, onConflict, isOneStep, isSum }: Circumstances,
): Judged[] {
  const stateOf = (part: Part) => now.states.get(idOf(part)) ?? null;
  const own = judge(changes, stateOf, record.captured, isOneStep);
  const known = isSum ? inSameKeys(own, record.parts, stateOf) : own;
  const judged = withForeignExpiries(fitting(known, record), (key) => stateOf(expiry(key)));
  return onConflict === 'force' ? forced(judged, record.captured) : judged;
}

/** True when the part would change again if it were undone again. */
const isMoving = ({ part, isSubtracted = false }: Judged) => part.kind === 'list' || isSubtracted;
/** The name in traces and reports. */
const resourceOf = ({ key }: Part) => `key ${JSON.stringify(key)}`;
const placeOf = (part: Part) => `${resourceOf(part)} ${fieldName(part)}`;

/**
 * Finds out, from the notes it made before it wrote, whether an earlier try at the same undo has written although its
 * answer was lost. `untold`: the key holds neither what that try found nor what it wrote.
 */
function earlierTry(changes: readonly Change[], now: Now, memory: UndoMemory): 'none' | 'written' | 'untold' {
  const noted = changes.flatMap(({ part }) => {
    const written = memory.traceOf(placeOf(part))?.written;
    return written ? [{ written, now: now.states.get(idOf(part)) ?? null }] : [];
  });
  if (noted.length === 0) return 'none';
  const isNow = (name: 'seen' | 'wrote') =>
    noted.every((one) => isDeepStrictEqual(one.now, JSON.parse(one.written[name])));
  if (isNow('wrote')) return 'written';
  return isNow('seen') ? 'none' : 'untold';
}

/** The states that this try saw, and those that it is about to write. */
function tracesOf(wanted: readonly Judged[]): Trace[] {
  const seen = [...new Set(wanted.map(({ part }) => resourceOf(part)))];
  const written = wanted.filter(isMoving).flatMap(({ part, now, verdict }) =>
    verdict.is === 'restore'
      ? [
          {
            resource: placeOf(part),
            written: { seen: JSON.stringify(now), wrote: JSON.stringify(verdict.to?.value ?? null) },
          },
        ]
      : [],
  );
  return [...seen.map((resource) => ({ resource })), ...written].map((one) => ({ ...one, sentAt: null }));
}

/** The traces of a try that is known to have written nothing. */
const withoutWriting = (traces: readonly Trace[]): Trace[] =>
  traces.map(({ resource, sentAt }) => ({ resource, sentAt }));

/** Subtracts an increment's amount from the present number, when an operator chooses it; imports no I/O. */

interface Subtracting {
  /** True when the operator chose it for this undo, by name, in the report of a conflict. */
  readonly isChosen: boolean;
  /** Patterns of keys that an operator declared as counters, with `*` for any characters. */
  readonly counters: readonly string[];
}

const WHOLE = /^-?\d{1,38}$/;
const COUNTED: readonly Part['kind'][] = ['value', 'field', 'score'];

/** True when a sum with this number is exact; scores are binary numbers of 64 bits. */
const isExact = ({ kind }: Part, number: string) =>
  WHOLE.test(number) && (kind !== 'score' || Number.isSafeInteger(Number(number)));

/** The whole number that the call added. Null when it added none. */
function addedBy({ part, before, after }: Judged): string | null {
  if (!COUNTED.includes(part.kind)) return null;
  const [was, is] = [before === null ? '0' : textOf(before), textOf(after)];
  if (was === null || is === null) return null;
  if (part.kind === 'score' && ![was, is].every((one) => isExact(part, one))) return null;
  const amount = sum(is, -1, was);
  return amount !== null && isExact(part, amount) ? amount : null;
}

/**
 * Treats an increment: conflicts state the added amount, and those that an operator chose are subtracted from the
 * present value.
 */
function subtracted(judged: readonly Judged[], { isChosen, counters }: Subtracting): Judged[] {
  return judged.map((one): Judged => {
    const amount = one.verdict.is === 'conflict' ? addedBy(one) : null;
    const now = textOf(one.now);
    if (amount === null || now === null || !isExact(one.part, now)) return one;
    if (!isChosen && !isCounter(one.part.key, counters)) return { ...one, added: amount };
    const left = sum(now, -1, amount);
    if (left === null || !isExact(one.part, left)) return one;
    const state: State = one.part.kind === 'value' ? stringOf(left) : left;
    const verdict = { is: 'restore', to: Captured.lessenedNumber(state), isAsLeft: false } as const;
    return { ...one, added: amount, isSubtracted: true, isForced: isChosen, verdict };
  });
}
