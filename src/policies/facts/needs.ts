import { factOf, reads } from '../condition.js';
import { PatternTrie, parsePattern } from '../pattern.js';
import type { PolicyRule } from '../policy.js';

/** The facts of a call that have to be found out before its policies are evaluated. */
export interface Needs {
  /** True when policies need the things that the call acts on. */
  readonly facts: boolean;
  /** True when policies need to know whether the state before the call was captured. */
  readonly capture: boolean;
  /** True when policies read what the session did before. */
  readonly session: boolean;
}

interface Looked extends Needs {
  readonly restricts: boolean;
  /**
   * True when a policy compares the registry's facts about an operation, so that another operation of the same call may
   * match it.
   */
  readonly operation: boolean;
}

const OPERATION: readonly string[] = ['apiName', 'operationType', 'reversibility'];
const CAPTURE: readonly string[] = ['captureFailed', 'reversibility'];
const NOTHING: Needs = { facts: false, capture: false, session: false };

/**
 * The needs of the enabled policies whose pattern matches a call.
 * @returns a function of the names of the call, its own first, and of the operations that its facts may add
 * @throws InvalidPatternError
 */
export function compileNeeds(
  rules: readonly PolicyRule[],
): (apiNames: readonly string[], coverable?: readonly string[]) => Needs {
  const trie = new PatternTrie<Looked>();
  let isAny = false;
  for (const { enabled, apiNamePattern, condition, action } of rules) {
    if (!enabled) continue;
    const looks = (names: readonly string[]) =>
      reads(condition, (source) => 'property' in source && names.includes(source.property));
    const needs = {
      facts: reads(condition, (source) => factOf(source) !== undefined),
      capture: looks(CAPTURE),
      session: reads(condition, (source) => 'context' in source && source.context.startsWith('session.')),
    };
    isAny ||= needs.facts || needs.capture || needs.session;
    trie.add(parsePattern(apiNamePattern), { ...needs, operation: looks(OPERATION), restricts: action !== 'ALLOW' });
  }
  return (apiNames, coverable = []) => {
    if (!isAny && coverable.length === 0) return NOTHING;
    const matched = apiNames.flatMap((name) => trie.find(name));
    const covering = coverable
      .flatMap((name) => trie.find(name))
      .filter((looked) => looked.restricts && (looked.operation || !matched.includes(looked)));
    const all = [...matched, ...covering];
    return {
      facts: covering.length > 0 || all.some(({ facts }) => facts),
      capture: all.some(({ capture }) => capture),
      session: all.some(({ session }) => session),
    };
  };
}
