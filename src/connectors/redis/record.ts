import { isDeepStrictEqual } from 'node:util';
import { fromJson } from '../bytes.js';
import { Captured } from '../captured.js';
import type { Effect, Json, JsonObject } from '../connector.js';
import { canonicalNumber } from '../decimal.js';
import { NotCapturable } from '../resource/resource.js';
import type { RedisOperation } from './operations.js';
import { idOf, members, NEVER, type Part, type State } from './part.js';
import type { Moment, Rule } from './rules/rule.js';
import { ruleOf } from './rules/rules.js';
import { type Place, sentTo } from './server/place.js';
import { type CapturedOf, changesAt } from './undo/merge.js';
import { type Change, scoreText, stringOf, textOf, World } from './undo/world.js';

/** The contents of a precapture. */
export interface Snapshot {
  /** Milliseconds by the server's clock. */
  readonly at: number;
  readonly place: Place;
  readonly states: readonly (readonly [Part, State])[];
  /** The service itself read the states under WATCH, and made the call only because no key had changed. */
  readonly isExact?: boolean;
}

export interface Recorded {
  readonly possible: true;
  readonly snapshot: Snapshot;
  /** All parts, also those that the call did not change. */
  readonly parts: readonly Change[];
  /** The state of a part before the call, or before the calls that its transaction had run already. */
  readonly captured: CapturedOf;
  /** Calls of the same transaction came before it: no capture saw the state that they left. */
  readonly isPreceded: boolean;
  /** `fits`: as the captured state lets expect; `stale`: another client was faster; `unknown`: there is none. */
  readonly answer: 'fits' | 'stale' | 'unknown';
  /** The agent's client says that it sent the call to the captured database. */
  readonly isPlaceProven: boolean;
  /** A change by another client between the capture and the call would not have been noticed. */
  readonly isUnseen: boolean;
}

export type Record = Recorded | { readonly possible: false; readonly reason: string };

/** Puts snapshot, payload and answer together; reaches no server. */
export function recordOf(operation: RedisOperation, effect: Effect): Record {
  const { payload, response } = effect;
  const content = Captured.in(effect);
  if (!content) return { possible: false, reason: 'The state before the call was never captured.' };
  const snapshot = content.as(readSnapshot);
  const kept = snapshot?.value;
  if (!snapshot || !kept) return { possible: false, reason: 'The snapshot is not one of this connector.' };
  try {
    const answer = plain(response);
    const world = worldBefore(payload, kept);
    const states = world.all().map(({ part, after }) => [part, after] as const);
    const moment = { at: kept.at, answer };
    const answers = operation.rule.apply(payload, world, moment);
    const replaced = changesAt(world.all(), kept.at).filter((one) => isReplaced(one, states));
    return {
      possible: true,
      snapshot: kept,
      parts: world.all(),
      captured: capturedIn(snapshot),
      isPreceded: Array.isArray(payload.precededBy) && payload.precededBy.length > 0,
      answer: answer === undefined ? 'unknown' : isAmong(answers, answer) ? 'fits' : 'stale',
      isPlaceProven: kept.isExact === true || sentTo(payload, kept.place) === 'here',
      isUnseen: kept.isExact !== true && replaced.some((one) => isUnseen(one, operation.rule, payload, states, moment)),
    };
  } catch (error) {
    if (error instanceof NotCapturable) return { possible: false, reason: error.message };
    throw error;
  }
}

/** A part that only the answer names was not captured, and a new key does not expire. */
const isReplaced = ({ part, before }: Change, states: Snapshot['states']) =>
  !(part.kind === 'expiry' && before === null) && states.some(([captured]) => idOf(captured) === idOf(part));

/** A member that the answer names must be in the set that was captured whole. */
function capturedIn(snapshot: Captured<Snapshot>): CapturedOf {
  const states = snapshot
    .at('states')
    .each()
    .map((one) => [idOf(one.value[0]), one.at(1)] as const);
  const held = new Map<string, Captured<State>>(states);
  return (part) => {
    const found = held.get(idOf(part));
    if (found || part.kind !== 'member') return found?.value == null ? null : found;
    const all = held.get(idOf(members(part.key))) as Captured<readonly Json[]> | undefined;
    return (all?.value && all.each().find((one) => one.is(part.name))) ?? null;
  };
}

/**
 * The state that the call met when earlier commands of the same transaction touch the same keys. Those commands are the
 * agent's report: they give the state that the call should have left, for comparing only, and an undo restores the
 * capture from before them.
 */
function worldBefore({ precededBy = [] }: JsonObject, { at, states }: Snapshot): World {
  return (precededBy as { operation: string; payload: JsonObject }[]).reduce((world, { operation, payload }) => {
    const rule = ruleOf(operation);
    if (!rule) throw new NotCapturable(`what ${operation} leaves is not known`);
    rule.apply(payload, world, { at, answer: undefined });
    return world.next();
  }, new World(states));
}

const isAmong = (answers: readonly Json[] | null, answer: Json) =>
  answers === null || answers.some((one) => isDeepStrictEqual(one, answer) || isSameNumber(one, answer));

/** A text has digits that a double would hide: the server may have rounded a sum. */
function isSameNumber(one: Json, answer: Json): boolean {
  if (typeof one === 'string' && typeof answer === 'string') return canonicalNumber(one) === canonicalNumber(answer);
  const isExact = typeof answer === 'number' || Number.isSafeInteger(one);
  return typeof one === 'number' && isExact && Number(answer) === one;
}

/** The bytes that a client asked for are texts to others. */
function plain(answer: Json | undefined): Json | undefined {
  if (Array.isArray(answer)) return answer.map((one) => plain(one) ?? null);
  const bytes = typeof answer === 'object' ? fromJson(answer) : null;
  return bytes ? bytes.toString('utf8') : answer;
}

function readSnapshot(content: JsonObject): Snapshot | null {
  const { at, place, states } = content;
  const isOurs = typeof at === 'number' && typeof place === 'object' && place !== null && Array.isArray(states);
  return isOurs ? (content as unknown as Snapshot) : null;
}

/**
 * True when another client could have changed this part right before the command without a difference in the answer or
 * in the state that the command left.
 * @param states the states of all parts right before the command
 */
function isUnseen(
  { part, before }: Change,
  rule: Rule,
  payload: JsonObject,
  states: readonly (readonly [Part, State])[],
  moment: Moment,
): boolean {
  const tried = (world: World) => {
    const answers = rule.apply(payload, world, moment);
    const left = world.all().map(({ after }) => after);
    return moment.answer === undefined ? [left] : [left, answers];
  };
  const other = new World(states);
  other.found(part, otherThan(part, before, moment.at));
  return isDeepStrictEqual(tried(new World(states)), tried(other));
}

function otherThan({ kind }: Part, state: State, at: number): State {
  switch (kind) {
    case 'member':
    case 'members':
      return state === null ? true : null;
    case 'expiry':
      return state === NEVER ? at + 1 : NEVER;
    case 'score':
      return scoreText(Number(state ?? 0) + 1);
    case 'list':
      return [...((state as State[] | null) ?? []), 'another'];
    case 'field':
      return `${state ?? ''}another`;
    case 'value':
      return stringOf(`${textOf(state) ?? ''}another`);
  }
}
