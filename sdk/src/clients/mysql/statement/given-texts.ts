import { membersOf } from './copied.js';

const DEEPEST = 8;

/** The texts among the values of a statement, each of which mysql2 may put into it as a name. */
export function givenTexts(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return membersOf(value).flatMap((pair) => pair.flatMap((inner) => givenTexts(inner, depth + 1)));
}
