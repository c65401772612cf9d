import { field, member, score } from '../part.js';
import { expire, persist } from './expiries.js';
import { insert, pop, push, remove, setAt, trim } from './lists.js';
import { addMembers, incrementField, incrementScore, popMembers, removal, setFields, setScores } from './members.js';
import type { Rule } from './rule.js';
import { del, increment, rename, set, setMany } from './strings.js';

const RULES = {
  'keys.set': set,
  'keys.setMany': setMany,
  'keys.del': del,
  'keys.expire': expire,
  'keys.persist': persist,
  'keys.rename': rename,
  'numbers.increment': increment,
  'hashes.set': setFields,
  'hashes.del': removal(field, 'fields'),
  'hashes.increment': incrementField,
  'lists.push': push,
  'lists.pop': pop,
  'lists.remove': remove,
  'lists.set': setAt,
  'lists.trim': trim,
  'lists.insert': insert,
  'sets.add': addMembers,
  'sets.remove': removal(member, 'members'),
  'sets.pop': popMembers,
  'sortedSets.add': setScores,
  'sortedSets.remove': removal(score, 'members'),
  'sortedSets.increment': incrementScore,
} satisfies Record<string, Rule>;

export type Name = keyof typeof RULES;

/**
 * @param operation the name without `redis.`
 * @returns undefined when the operation is not known
 */
export function ruleOf(operation: string): Rule | undefined {
  return Object.hasOwn(RULES, operation) ? RULES[operation as Name] : undefined;
}
