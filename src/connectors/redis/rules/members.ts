import type { JsonObject } from '../../connector.js';
import { NotCapturable } from '../../resource/resource.js';
import { expiry, field, member, members, type Part, score } from '../part.js';
import { scoreText } from '../undo/world.js';
import { type Rule, text, texts, wordsOf } from './rule.js';
import { answersOf } from './strings.js';

type Named = (key: string, name: string) => Part;

const partsOf = (payload: JsonObject, part: Named, names: readonly string[]) => [
  ...names.map((name) => part(text(payload, 'key'), name)),
  expiry(text(payload, 'key')),
];

export const setFields: Rule = {
  parts: (payload) => partsOf(payload, field, Object.keys(payload.fields as JsonObject)),
  apply: (payload, world) => {
    const pairs = Object.entries(payload.fields as JsonObject);
    const parts = pairs.map(([name]) => field(text(payload, 'key'), name));
    const made = parts.filter((part) => world.get(part) === null).length;
    if (wordsOf(payload).includes('nx') && made === 0) return [0];
    for (const [name, held] of pairs) world.set(field(text(payload, 'key'), name), held);
    return [made, 'OK'];
  },
};

export const incrementField: Rule = {
  parts: (payload) => partsOf(payload, field, [text(payload, 'field')]),
  apply: (payload, world) =>
    answersOf(world.add(field(text(payload, 'key'), text(payload, 'field')), text(payload, 'by'))),
};

export const incrementScore: Rule = {
  parts: (payload) => partsOf(payload, score, [text(payload, 'member')]),
  apply: (payload, world) =>
    answersOf(world.add(score(text(payload, 'key'), text(payload, 'member')), text(payload, 'by'))),
};

/** HDEL, SREM, ZREM: answer how many there were. */
export const removal = (part: Named, list: string): Rule => ({
  parts: (payload) => partsOf(payload, part, texts(payload, list)),
  apply: (payload, world) => {
    const named = [...new Set(texts(payload, list))].map((name) => part(text(payload, 'key'), name));
    const there = named.filter((one) => world.get(one) !== null);
    for (const one of there) world.set(one, null);
    return [there.length];
  },
});

export const addMembers: Rule = {
  parts: (payload) => partsOf(payload, member, texts(payload, 'members')),
  apply: (payload, world) => {
    const named = [...new Set(texts(payload, 'members'))].map((name) => member(text(payload, 'key'), name));
    const made = named.filter((one) => world.get(one) === null);
    for (const one of made) world.set(one, true);
    return [made.length];
  },
};

/**
 * Only the answer shows which members a pop took.
 * @throws NotCapturable without an answer
 */
export const popMembers: Rule = {
  parts: (payload) => [members(text(payload, 'key')), expiry(text(payload, 'key'))],
  apply: (payload, world, { answer }) => {
    const held = world.get(members(text(payload, 'key'))) as string[] | null;
    if (held === null) return [null, []];
    if (answer === undefined) throw new NotCapturable('the answer, which names what SPOP took, was not reported');
    const popped = [answer].flat() as string[];
    // Bytes that are no text were reported in another form.
    if (popped.some((name) => typeof name !== 'string' || !held.includes(name))) return [];
    // Each member becomes a part of its own, so that the additions and removals of other clients do not matter.
    for (const name of popped) {
      world.found(member(text(payload, 'key'), name), true);
      world.set(member(text(payload, 'key'), name), null);
    }
    return null;
  },
};

export const setScores: Rule = {
  parts: (payload) => partsOf(payload, score, Object.keys(payload.scores as JsonObject)),
  apply: (payload, world) => {
    const counts = { made: 0, changed: 0 };
    for (const [name, wanted] of Object.entries(payload.scores as JsonObject)) {
      const part = score(text(payload, 'key'), name);
      const [now, next] = [world.get(part) as string | null, scoreText(String(wanted))];
      if (!isPermitted(wordsOf(payload), now, next)) continue;
      if (now === null) counts.made += 1;
      else if (now !== next) counts.changed += 1;
      if (now !== next) world.set(part, next);
    }
    return [wordsOf(payload).includes('ch') ? counts.made + counts.changed : counts.made];
  },
};

/** @throws NotCapturable */
function isPermitted(words: readonly string[], now: string | null, next: string): boolean {
  return words.every((word) => {
    switch (word) {
      case 'nx':
        return now === null;
      case 'xx':
        return now !== null;
      case 'gt':
        return now === null || Number(next) > Number(now);
      case 'lt':
        return now === null || Number(next) < Number(now);
      case 'ch':
        return true;
      default:
        throw new NotCapturable(`the option ${JSON.stringify(word)} of ZADD is not known`);
    }
  });
}
