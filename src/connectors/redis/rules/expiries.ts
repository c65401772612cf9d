import { NotCapturable } from '../../resource/resource.js';
import { expiry, NEVER, value } from '../part.js';
import { type Rule, text, wordsOf } from './rule.js';

/** The value is captured as well: it is lost when the moment has passed. */
const parts: Rule['parts'] = (payload) => [value(text(payload, 'key')), expiry(text(payload, 'key'))];

export const expire: Rule = {
  parts,
  apply: (payload, world) => {
    const part = expiry(text(payload, 'key'));
    const [now, at] = [world.get(part), Number(payload.at)];
    const isPermitted = wordsOf(payload).every((word) => permits(word, Number(now ?? NEVER), at));
    if (now === null || !isPermitted) return [0];
    world.set(part, at);
    return [1];
  },
};

export const persist: Rule = {
  parts,
  apply: (payload, world) => {
    const part = expiry(text(payload, 'key'));
    if ([null, NEVER].includes(world.get(part) as number | null)) return [0];
    world.set(part, NEVER);
    return [1];
  },
};

/** @throws NotCapturable */
function permits(word: string, now: number, at: number): boolean {
  const isEndless = now === NEVER;
  switch (word) {
    case 'nx':
      return isEndless;
    case 'xx':
      return !isEndless;
    case 'gt':
      return !isEndless && at > now;
    case 'lt':
      return isEndless || at < now;
    default:
      throw new NotCapturable(`the option ${JSON.stringify(word)} of EXPIRE is not known`);
  }
}
