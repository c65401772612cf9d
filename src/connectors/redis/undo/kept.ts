/** The state that an undo replaced: its stored form, and its conversion into a record that can be undone in turn. */
import { isDeepStrictEqual } from 'node:util';
import { Captured } from '../../captured.js';
import type { JsonObject, Kept, Replaced } from '../../connector.js';
import { expiry, idOf, NEVER, type Part, type State } from '../part.js';
import type { Recorded } from '../record.js';
import type { Now } from '../server/now.js';
import type { Place } from '../server/place.js';
import { toWanted, writtenState } from './restore.js';
import type { Judged } from './verdicts.js';

interface Entry {
  readonly part: Part;
  readonly before: State;
  readonly after: State;
}

interface Content {
  readonly at: number;
  readonly place: Place;
  readonly entries: readonly Entry[];
  /** The expiries of the keys, also those that the undo left unchanged. */
  readonly expiries: readonly Pick<Entry, 'part' | 'before'>[];
}

/** All keys of one call are written in one transaction. */
export function replacedBy(
  wanted: readonly Judged[],
  now: Now,
  { snapshot, captured }: Pick<Recorded, 'snapshot' | 'captured'>,
  isDone: boolean,
): Replaced {
  const stateOf = (part: Part) => now.states.get(idOf(part)) ?? null;
  const own = wanted.map((one): Entry => ({ part: one.part, before: one.now, after: writtenState(toWanted(one)) }));
  const keys = [...new Set(wanted.map(({ part }) => part.key))].map(expiry);
  const tied = keys.flatMap((part): Entry[] => {
    const whole = own.find((one) => one.part.key === part.key && one.part.kind === 'value');
    if (!whole || own.some((one) => idOf(one.part) === idOf(part))) return [];
    const before = stateOf(part);
    const after = whole.after === null ? null : (before ?? captured(part)?.value ?? NEVER);
    return isDeepStrictEqual(before, after) ? [] : [{ part, before, after }];
  });
  const expiries = keys.map((part) => ({ part, before: stateOf(part) }));
  const content: Content = { at: now.at, place: snapshot.place, entries: [...own, ...tied], expiries };
  return { resource: 'keys', isDone, content: JSON.parse(JSON.stringify(content)) };
}

/**
 * The undo as a record: `before` is the state that it found, `after` the state that it left. Null when the stored
 * content is not readable.
 */
export function recordOfKept(kept: Kept): Recorded | null {
  const [content = null] = Captured.replaced(kept).map((one) => one.as(readContent));
  if (content === null) return null;
  const all = [...content.at('entries').each(), ...content.at('expiries').each()];
  const held = new Map(all.map((one) => [idOf(one.value.part), one.at('before')]));
  const { at, place, entries } = content.value;
  return {
    possible: true,
    snapshot: { at, place, states: [] },
    parts: entries,
    captured: (part) => {
      const found = held.get(idOf(part));
      return found?.value == null ? null : found;
    },
    isPreceded: false,
    // The service itself wrote there and got an answer; the traces of its tries show the rest.
    answer: 'fits',
    isPlaceProven: true,
    isUnseen: false,
  };
}

/** Null for content that this connector did not write. */
function readContent(content: JsonObject): Content | null {
  const { at, place, entries, expiries } = content;
  const isOurs =
    typeof at === 'number' &&
    typeof place === 'object' &&
    place !== null &&
    Array.isArray(entries) &&
    Array.isArray(expiries);
  return isOurs ? (content as unknown as Content) : null;
}
