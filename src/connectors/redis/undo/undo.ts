import {
  type ConnectorContext,
  type Effect,
  ProviderUnavailableError,
  type UndoMemory,
  type UndoReport,
} from '../../connector.js';
import { patternsIn } from '../../counters.js';
import { RefusedError } from '../../resource/read.js';
import { NotCapturable } from '../../resource/resource.js';
import { transientMemory } from '../../undo-memory.js';
import type { RedisOperation } from '../operations.js';
import { expiry, idOf, type Part } from '../part.js';
import { type Recorded, recordOf } from '../record.js';
import { reportOf, restoredAlready, unanswered, unproved } from '../report.js';
import { asked, connected } from '../server/client.js';
import { type Now, readNow } from '../server/now.js';
import { isSamePlace, isSwapped } from '../server/place.js';
import type { RedisTransport } from '../server/transport.js';
import { earlierTry, resourceOf, tracesOf, withoutWriting } from './earlier-try.js';
import { fitting, hasEvidence, inSameKeys, isOfAnother } from './evidence.js';
import { replacedBy } from './kept.js';
import { changesAt } from './merge.js';
import { commandsOf, NotRestored, toWanted, write } from './restore.js';
import { subtracted } from './subtract.js';
import { isSum } from './sums.js';
import { forced, inConflict, type Judged, judge, withForeignExpiries } from './verdicts.js';
import type { Change } from './world.js';

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
