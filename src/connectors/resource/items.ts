import { isDeepStrictEqual } from 'node:util';
import { Captured } from '../captured.js';
import type { Effect, Json, JsonObject } from '../connector.js';
import type { Identified } from './requests/identity.js';
import { resentRequestsIn } from './resent-requests.js';
import type { CapturedItem } from './resource.js';
import { type Address, NotCapturable, type Reading, type ResourceOperation } from './resource.js';
import { readSnapshot } from './snapshot.js';
import { isEquivalent } from './undo/equivalent.js';
import { NOT_OVERTAKEN, type Overtaking, overtakingOf } from './undo/replaced.js';
import { changedFields } from './undo/three-way.js';

/**
 * A resource that a recorded call touched, with its former state and the state that the call left, as far as the record
 * shows them.
 */
export interface Touched {
  readonly address: Address;
  readonly before: Reading | null;
  /** Null when the call left nothing. */
  readonly after: JsonObject | null;
  /** The fields that the payload names, also those whose value did not change. */
  readonly named: readonly string[];
  /** True when the snapshot names it; otherwise only the agent reports that the call made it. */
  readonly isCaptured: boolean;
  /** The answer says that the call was not carried out on it. */
  readonly isLeftOut: boolean;
  /** The addresses of equal resources at the time of the capture. */
  readonly duplicates: readonly Address[];
  readonly overtaking: Overtaking;
  /** The whole former state, as it was captured; null when there was none. */
  readonly captured: Captured<JsonObject> | null;
}

export interface Recorded {
  readonly possible: true;
  readonly takenAt: number;
  readonly place: string;
  readonly identities: readonly Identified[];
  readonly items: readonly Touched[];
  /** The addresses of all resources before a creation; null when they are not known. */
  readonly there: readonly Address[] | null;
  /** The client sent the call so often. It is 1 when the payload names the resources, because they are read by name. */
  readonly sent: number;
}

export type Record = Recorded | { readonly possible: false; readonly reason: string };

/** Puts snapshot, payload and response together; reaches no provider. */
export function recordOf<C>(operation: ResourceOperation<C>, effect: Effect): Record {
  try {
    return recorded(operation, effect);
  } catch (error) {
    if (error instanceof NotCapturable) return { possible: false, reason: error.message };
    throw error;
  }
}

function recorded<C>(operation: ResourceOperation<C>, effect: Effect): Record {
  const { payload } = effect;
  const repeat = resentRequestsIn(effect.response);
  const response = repeat ? repeat.answer : effect.response;
  const content = Captured.in(effect);
  if (!content) return { possible: false, reason: 'The state before the call was never captured.' };
  const kept = readSnapshot(content.value);
  if (!kept) return { possible: false, reason: 'The snapshot is not one of this connector.' };
  const captured = kept.items ?? claimedItems(operation, payload, response);
  if (!captured)
    return { possible: false, reason: 'It is unknown what the call created: its response was not reported.' };
  const isCaptured = kept.items !== null;
  const readings = isCaptured ? readingsIn(content) : [];
  const items = captured.map(({ address, reading: before, duplicates = [] }, at) => {
    const sets = setsOf(operation, payload, address, before);
    const after = afterOf(operation, sets, { payload, response, address, before });
    const reported = operation.replaced?.(payload, response, address) ?? {};
    const isLeftOut = operation.isLeftOut?.(response, address) ?? false;
    const denied = isLeftOut
      ? changedFields(before?.fields ?? null, after)
      : deniedIn(operation, sets, { payload, response, address, before });
    const overtaking = kept.isExact
      ? NOT_OVERTAKEN
      : withDenied(overtakingOf(before, changedFields(before?.fields ?? null, after), reported), denied);
    return {
      address,
      before,
      after,
      named: Object.keys(sets ?? {}),
      ...{ isCaptured, isLeftOut, duplicates },
      overtaking,
      captured: readings[at] ?? null,
    };
  });
  const { takenAt, place, identities = [], there = null } = kept;
  return { possible: true, takenAt, place, identities, items, there, sent: isCaptured ? 1 : (repeat?.sent ?? 1) };
}

/**
 * The fields that the answer of the call shows as they were before it, although the call sets them: it did not take
 * effect there, or not yet, so an equal value may be another client's.
 */
function deniedIn<C>(
  { left, isSame = isEquivalent }: ResourceOperation<C>,
  sets: JsonObject | null,
  { response, address, before }: Left,
): readonly string[] {
  const shown = left?.(response, address) ?? {};
  return Object.entries(sets ?? {}).flatMap(([field, sent]) => {
    const [was, said] = [before?.fields[field] ?? null, shown[field] ?? null];
    const isDenied = said !== null && isDeepStrictEqual(said, was) && !isSame(sent, said, field);
    return isDenied ? [field] : [];
  });
}

const DENIED = 'is, by the answer of the call, not as the call set it; another client may have set it';

const withDenied = (overtaking: Overtaking, fields: readonly string[]): Overtaking =>
  fields.length === 0
    ? overtaking
    : { isShown: true, fields: [...new Set([...overtaking.fields, ...fields])], reason: DENIED };

/** Item by item, the fields that were read. */
function readingsIn(content: Captured<JsonObject>): (Captured<JsonObject> | null)[] {
  const items = content.at('items') as Captured<unknown> as Captured<readonly CapturedItem[]>;
  return items.each().map((item) => {
    const reading = item.at('reading');
    return reading.value === null ? null : (reading as Captured<Reading>).at('fields');
  });
}

function claimedItems<C>(
  operation: ResourceOperation<C>,
  payload: JsonObject,
  response: Json | undefined,
): readonly CapturedItem[] | null {
  return addressesOf(operation, payload, response)?.map((address) => ({ address, reading: null })) ?? null;
}

/** Null also when the response has not the form of the provider's answers. */
export function addressesOf<C>(
  operation: ResourceOperation<C>,
  payload: JsonObject,
  response: Json | undefined,
): readonly Address[] | null {
  try {
    return operation.addresses(payload, response);
  } catch (error) {
    if (error instanceof NotCapturable) return null;
    throw error;
  }
}

interface Left {
  readonly payload: JsonObject;
  readonly response: Json | undefined;
  readonly address: Address;
  readonly before: Reading | null;
}

/** Null when the call leaves nothing. */
function setsOf<C>(
  { effect, sets }: ResourceOperation<C>,
  payload: JsonObject,
  address: Address,
  before: Reading | null,
) {
  if (effect === 'delete') return null;
  return sets ? sets(payload, address, before?.fields ?? null) : {};
}

/**
 * The agent's report fills in fields that the payload leaves to the provider, and never replaces a field of the
 * payload.
 */
function afterOf<C>(operation: ResourceOperation<C>, sets: JsonObject | null, call: Left): JsonObject | null {
  const { payload, response, address, before } = call;
  if (sets === null) return null;
  const { isSame = isEquivalent } = operation;
  const reported = operation.left?.(response, address) ?? {};
  const filled = (operation.fills?.(payload) ?? []).filter((field) => field in reported);
  const own = Object.entries(sets).map(([field, sent]): [string, Json] => {
    const said = reported[field] ?? null;
    const isFilled = sent === null && filled.includes(field);
    return [field, said !== null && (isFilled || isSame(sent, said, field)) ? said : sent];
  });
  if (before) return { ...before.fields, ...Object.fromEntries(own) };
  return { ...Object.fromEntries(filled.map((field) => [field, reported[field] ?? null])), ...Object.fromEntries(own) };
}
