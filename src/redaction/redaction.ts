/**
 * Replaces values in the JSON of a call by the rules of its organization. The time grows with the size of the JSON, times
 * the number of rules at most, and what cannot be searched is replaced as a whole.
 */

import { AMBIGUOUS, spelledJson } from '../policies/values/json-text.js';
import { apart, findKinds, type Kind, type Span } from './kinds.js';
import type { KnownValue, KnownValues } from './known-values.js';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The parts of a call. */
export const PARTS = ['payload', 'response', 'snapshot'] as const;

export type Part = (typeof PARTS)[number];

/** A rule whose pattern matches the name of the call. */
export interface PathRule {
  readonly name: string;
  /** Null for every part. */
  readonly part: Part | null;
  readonly segments: readonly Segment[];
}

/** `any`: one member or item of any name; `deep`: any number of them, also none. */
export type Segment = 'any' | 'deep' | { readonly isAlike: (key: string) => boolean; readonly name: string };

export interface CallRules {
  readonly rules: readonly PathRule[];
  readonly kinds: readonly Kind[];
}

/** The path of a replaced value; list items are `*` in it. A path of `…` stands for all others of the rule. */
export interface Replacement {
  readonly rule: string;
  readonly in: Part;
  readonly path: string;
  readonly times: number;
}

export interface Redacted {
  readonly shown: Json;
  readonly replaced: readonly Replacement[];
  /** The values that were taken out, to find them again in what is said about the call. */
  readonly values: readonly KnownValue[];
}

/** The word for what no rule can be applied to. */
export const UNSEARCHED = 'unsearched';

const MOST_DEPTH = 200;
/** The JSON that a text spells may hold texts that spell JSON. */
const MOST_SPELLINGS = 4;
const MOST_REPLACEMENTS = 50;
const MOST_VALUES = 100;
const MOST_VALUE_CHARACTERS = 10_000;
/** A shorter value is part of too many words. */
const SHORTEST_VALUE = 4;
const MOST_PATH_CHARACTERS = 300;
/** PostgreSQL stores neither a NUL nor half a surrogate. */
const NOT_STORED = /[\p{Cc}\p{Cs}]/gu;

export const markOf = (rule: string) => `[redacted: ${rule}]`;

/** A place of rules that may go on below a member: the rule, and the segment that comes next. */
interface Reached {
  readonly rule: PathRule;
  readonly next: number;
}

/**
 * @param known values that are replaced wherever they stand, because a rule replaced them in another part of the call
 */
export function redact(part: Part, value: Json, { rules, kinds }: CallRules, known: KnownValues): Redacted {
  const replaced = new Map<string, { -readonly [M in keyof Replacement]: Replacement[M] }>();
  const values = new Map<string, KnownValue>();
  let left = MOST_VALUE_CHARACTERS;
  const start = rules.filter((rule) => rule.part === null || rule.part === part).flatMap((rule) => reach(rule, 0));
  const shown = walk(value, start, [], 0, 0);
  return { shown, replaced: [...replaced.values()], values: [...values.values()] };

  function walk(one: Json, reached: readonly Reached[], path: readonly string[], depth: number, spelled: number): Json {
    if (typeof one === 'string') return textOf(one, reached, path, depth, spelled);
    if (typeof one === 'number') return numberOf(one, path, spelled);
    if (typeof one !== 'object' || one === null) return one;
    if (depth >= MOST_DEPTH) return note(UNSEARCHED, path);
    if (Array.isArray(one)) {
      const inner = [...reached, ...reached.flatMap((place) => onward(place, null))];
      const items = distinct(inner);
      const done = items.find(isThere);
      const below = [...path, '*'];
      return one.map((item) =>
        done ? hide(done.rule.name, item, below) : walk(item, items, below, depth + 1, spelled),
      );
    }
    return membersOf(one, reached, path, depth, spelled);
  }

  function membersOf(
    one: { [key: string]: Json },
    reached: readonly Reached[],
    path: readonly string[],
    depth: number,
    spelled: number,
  ): Json {
    const names = new Map<string, number>();
    const members = Object.entries(one).map(([key, member]): [string, Json] => {
      const name = unused(replaceIn(key, path, true), names);
      const inner = [...path, name];
      const below = distinct(reached.flatMap((place) => onward(place, key)));
      const done = below.find(isThere);
      return [name, done ? hide(done.rule.name, member, inner) : walk(member, below, inner, depth + 1, spelled)];
    });
    return Object.fromEntries(members);
  }

  function textOf(
    text: string,
    reached: readonly Reached[],
    path: readonly string[],
    depth: number,
    spelled: number,
  ): Json {
    const json = spelledJson(text) as Json | typeof AMBIGUOUS | undefined;
    if (json === undefined) return replaceIn(text, path);
    if (json === AMBIGUOUS || spelled >= MOST_SPELLINGS) return note(UNSEARCHED, path);
    const count = counted();
    const inner = walk(json as Json, reached, path, depth + 1, spelled + 1);
    return counted() === count ? replaceIn(text, path) : JSON.stringify(inner);
  }

  function numberOf(number: number, path: readonly string[], spelled: number): Json {
    const text = String(number);
    // A number that a text spells with more digits than these has lost the last ones, and with them its check digit.
    const isRounded = spelled > 0 && Number.isInteger(number) && !Number.isSafeInteger(number);
    const kind = isRounded && kinds.includes('card-number') ? 'card-number' : findKinds(text, kinds)[0]?.rule;
    const rule = known.ruleOf(text) ?? kind;
    return rule === undefined ? number : hide(rule, number, path);
  }

  function replaceIn(text: string, path: readonly string[], isKey = false): string {
    const spans: Span[] = apart([...findKinds(text, kinds), ...known.find(text)]);
    if (spans.length === 0) return text;
    let result = '';
    let from = 0;
    for (const { start, end, rule } of spans) {
      keep(rule, text.slice(start, end));
      result += text.slice(from, start) + note(rule, isKey ? [...path, markOf(rule)] : path);
      from = end;
    }
    return result + text.slice(from);
  }

  function hide(rule: string, one: Json, path: readonly string[]): Json {
    if (one === null) return null;
    for (const leaf of leavesOf(one)) keep(rule, leaf);
    return note(rule, path);
  }

  function keep(rule: string, text: string): void {
    if (text.length < SHORTEST_VALUE || text.length > left || values.size >= MOST_VALUES || values.has(text)) return;
    values.set(text, { rule, value: text });
    left -= text.length;
  }

  function note(rule: string, path: readonly string[]): string {
    const isRoom = replaced.size < MOST_REPLACEMENTS;
    const named = path.join('.').slice(0, MOST_PATH_CHARACTERS).replaceAll(NOT_STORED, '?');
    const key = isRoom || replaced.has(`${rule} ${named}`) ? `${rule} ${named}` : `${rule} …`;
    const entry = replaced.get(key) ?? { rule, in: part, path: key.endsWith(' …') ? '…' : named, times: 0 };
    entry.times += 1;
    replaced.set(key, entry);
    return markOf(rule);
  }

  function counted(): number {
    let times = 0;
    for (const entry of replaced.values()) times += entry.times;
    return times;
  }
}

/** The places of a rule from a segment on: where that stands for any number of members, also those after it. */
function reach(rule: PathRule, next: number): Reached[] {
  const here = { rule, next };
  return rule.segments[next] === 'deep' ? [here, ...reach(rule, next + 1)] : [here];
}

/** @param key null for an item of a list */
function onward({ rule, next }: Reached, key: string | null): Reached[] {
  const segment = rule.segments[next];
  if (segment === undefined) return [];
  if (segment === 'deep') return reach(rule, next);
  if (segment === 'any') return reach(rule, next + 1);
  return key !== null && (segment.name === key || segment.isAlike(key)) ? reach(rule, next + 1) : [];
}

const isThere = ({ rule, next }: Reached) => next === rule.segments.length;

function distinct(places: readonly Reached[]): readonly Reached[] {
  if (places.length < 2) return places;
  const seen = new Map<PathRule, Set<number>>();
  return places.filter(({ rule, next }) => {
    const known = seen.get(rule) ?? new Set();
    seen.set(rule, known);
    return known.has(next) ? false : known.add(next);
  });
}

/** Two keys may become one when a value in each of them is replaced. */
function unused(name: string, names: Map<string, number>): string {
  const times = (names.get(name) ?? 0) + 1;
  names.set(name, times);
  return times === 1 ? name : `${name} ${times}`;
}

function* leavesOf(value: Json): Generator<string> {
  for (const left: Json[] = [value]; left.length > 0; ) {
    const one = left.pop() as Json;
    if (typeof one === 'string') yield one;
    else if (typeof one === 'number') yield String(one);
    else if (typeof one === 'object' && one !== null)
      left.push(...(Object.values(one) as Json[]).slice(0, MOST_VALUES));
  }
}
