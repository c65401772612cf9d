import type { Json, JsonObject } from '../../connector.js';
import { NotCapturable } from '../../resource/resource.js';
import { expiry, NEVER, type State, value } from '../part.js';
import { stringOf, textOf } from '../undo/world.js';
import { type Rule, text, texts, wordsOf } from './rule.js';

/** The server counts `EX` from the moment of the call, which is this much after the precapture at most; milliseconds. */
const CALL_MS = 10_000;
const withExpiry = (key: string) => [value(key), expiry(key)];

interface SetOptions {
  readonly only: 'nx' | 'xx' | null;
  readonly answersOld: boolean;
  readonly expires: { readonly after: number } | { readonly at: number } | 'kept' | 'never';
}

export const set: Rule = {
  parts: (payload) => withExpiry(text(payload, 'key')),
  apply: (payload, world, { at }) => {
    const key = text(payload, 'key');
    const { only, answersOld, expires } = setOptions(payload);
    const old = world.get(value(key));
    const isSet = only === null || (only === 'nx') === (old === null);
    if (isSet) {
      const kept = world.get(expiry(key));
      world.set(value(key), stringOf(text(payload, 'value')));
      world.set(expiry(key), expires === 'kept' ? (kept ?? NEVER) : moment(expires, at));
    }
    if (answersOld) return [textOf(old)];
    return isSet ? ['OK', 1] : [null, 0];
  },
};

export const setMany: Rule = {
  parts: ({ values }) => Object.keys(values as JsonObject).flatMap(withExpiry),
  apply: (payload, world) => {
    const pairs = Object.entries(payload.values as JsonObject);
    const isFree = pairs.every(([key]) => world.get(value(key)) === null);
    if (wordsOf(payload).includes('nx') && !isFree) return [0];
    for (const [key, held] of pairs) {
      world.set(value(key), stringOf(held));
      world.set(expiry(key), NEVER);
    }
    return ['OK', 1];
  },
};

export const del: Rule = {
  parts: (payload) => texts(payload, 'keys').flatMap(withExpiry),
  apply: (payload, world) => {
    const there = [...new Set(texts(payload, 'keys'))].filter((key) => world.get(value(key)) !== null);
    for (const key of there) for (const part of withExpiry(key)) world.set(part, null);
    return [there.length];
  },
};

export const rename: Rule = {
  parts: (payload) => [...withExpiry(text(payload, 'key')), ...withExpiry(text(payload, 'newKey'))],
  apply: (payload, world) => {
    const [from, to] = [text(payload, 'key'), text(payload, 'newKey')];
    const isKept = world.get(value(from)) === null || from === to;
    if (isKept || (wordsOf(payload).includes('nx') && world.get(value(to)) !== null)) return ['OK', 0];
    const [held, expires] = withExpiry(from).map((part) => world.get(part));
    world.set(value(to), held ?? null);
    world.set(expiry(to), expires ?? NEVER);
    for (const part of withExpiry(from)) world.set(part, null);
    return ['OK', 1];
  },
};

export const increment: Rule = {
  parts: (payload) => withExpiry(text(payload, 'key')),
  apply: (payload, world) => answersOf(world.add(value(text(payload, 'key')), text(payload, 'by'))),
};

/** The total as text, and as the number that some clients make of it. */
export const answersOf = (total: string | null): Json[] | null => (total === null ? null : [total, Number(total)]);

/** @throws NotCapturable */
function setOptions(payload: JsonObject): SetOptions {
  const { seconds } = payload;
  let options: SetOptions = {
    only: null,
    answersOld: false,
    expires: seconds === undefined ? 'never' : { after: Number(seconds) * 1000 },
  };
  for (const words = wordsOf(payload); words.length > 0; ) options = withWord(options, words);
  return options;
}

function withWord(options: SetOptions, words: string[]): SetOptions {
  const word = words.shift();
  switch (word) {
    case 'nx':
    case 'xx':
      return { ...options, only: word };
    case 'get':
      return { ...options, answersOld: true };
    case 'keepttl':
      return { ...options, expires: 'kept' };
    case 'ex':
    case 'px':
      return { ...options, expires: { after: Number(words.shift()) * (word === 'ex' ? 1000 : 1) } };
    case 'exat':
    case 'pxat':
      return { ...options, expires: { at: Number(words.shift()) * (word === 'exat' ? 1000 : 1) } };
    default:
      throw new NotCapturable(`the option ${JSON.stringify(word)} of SET is not known`);
  }
}

function moment(expires: Exclude<SetOptions['expires'], 'kept'>, now: number): State {
  if (expires === 'never') return NEVER;
  if ('at' in expires) return expires.at;
  return { from: now + expires.after, to: now + expires.after + CALL_MS };
}
