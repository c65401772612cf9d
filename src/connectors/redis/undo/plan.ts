import type { Effect, FieldChange, Json, UndoPlan } from '../../connector.js';
import { isCounter, patternsIn } from '../../counters.js';
import { UNSEEN } from '../../unseen.js';
import type { RedisOperation } from '../operations.js';
import { expiry, fieldName, NEVER, type State } from '../part.js';
import { type Recorded, recordOf } from '../record.js';
import { describeCommand, writes } from '../writes.js';
import { mayBeOfAnother } from './evidence.js';
import { changesAt } from './merge.js';
import { isSum } from './sums.js';
import { type Change, textOf } from './world.js';

/** The plan of an undo from the record alone, on the assumption that no other client has changed anything since. */
export function plan(operation: RedisOperation, effect: Effect): UndoPlan {
  const record = recordOf(operation, effect);
  return record.possible
    ? planOf(record, isSum(operation.apiName) ? patternsIn(effect.counters) : [])
    : { class: 'impossible', calls: [], remains: [], reason: record.reason };
}

/** Plans the undo of a recorded call, or of the recorded undo of one. */
export function planOf(record: Recorded, counters: readonly string[] = []): UndoPlan {
  const changes = changesAt(record.parts, record.snapshot.at);
  const keys = [...new Set(changes.map(({ part }) => part.key))];
  const calls = keys.flatMap((key) =>
    callsOf(
      record,
      changes.filter(({ part }) => part.key === key),
    ),
  );
  const isPushed = changes.some(({ part, before, after }) => mayBeOfAnother(part, before, after));
  const isStale = record.answer === 'stale' && changes.length > 0;
  const remains = [
    ...(record.isUnseen ? [UNSEEN] : []),
    ...(isPushed ? [PUSHED] : []),
    ...(isStale ? [UNEXPECTED] : []),
    ...keys.filter((key) => isCounter(key, counters)).map(declared),
  ];
  return { class: 'exact', calls, remains, reason: null, ...(record.isPreceded && { isShared: true }) };
}

const declared = (key: string) =>
  `key ${JSON.stringify(key)} is declared as a counter: where another client changed it since, what the call added is subtracted from what is there.`;

/** The elements at the ends of a list do not show who pushed them. */
const PUSHED =
  'An equal element may be of another client by then: at an end of the list the step is UNKNOWN, and force takes the element out.';

/** Redis adds in `long double`, and writes at most 17 digits. */
const UNEXPECTED =
  'The answer of the call is not what follows from the captured value: another client came in between, or the server has rounded the sum. It is a CONFLICT, and force writes the captured value.';

/** The keys of a recorded call, as reports name them. */
export function touches(operation: RedisOperation, effect: Effect): string[] {
  const record = recordOf(operation, effect);
  return record.possible ? [...new Set(record.parts.map(({ part }) => `key ${JSON.stringify(part.key)}`))] : [];
}

function callsOf({ captured }: Recorded, changes: readonly Change[]): string[] {
  const written = changes.map(({ part, before }) => ({ part, to: before === null ? null : captured(part) }));
  const own = changes.find(({ part }) => part.kind === 'expiry');
  const expires = own && own.before !== null ? (captured(expiry(own.part.key))?.value ?? null) : null;
  return written.length > 0 ? writes(written, expires).map(describeCommand) : [];
}

/** Describes the changes by the call part by part, from payload and snapshot alone. Null when they are unknown. */
export function describeChange(operation: RedisOperation, effect: Effect): FieldChange[] | null {
  const record = recordOf(operation, effect);
  if (!record.possible) return null;
  const changes = changesAt(record.parts, record.snapshot.at);
  const isMany = new Set(changes.map(({ part }) => part.key)).size > 1;
  return changes.map(({ part, before, after }) => ({
    field: isMany ? `key ${JSON.stringify(part.key)} ${fieldName(part)}` : fieldName(part),
    before: describeState(before),
    after: describeState(after),
  }));
}

/** The state in the form of reports: the text of a string, null for no expiry. */
export function describeState(state: State): Json {
  if (state === NEVER) return null;
  return textOf(state) ?? state;
}
