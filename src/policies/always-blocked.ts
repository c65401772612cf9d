import { PatternTrie, parsePattern } from './pattern.js';
import type { PolicyAction, PolicyRule } from './policy.js';

/**
 * Prepares the question whether every call of a name is blocked, whatever its arguments are: by a policy without a
 * condition, or by the default where no policy can match.
 */
export function compileAlwaysBlocked(
  rules: readonly PolicyRule[],
  unmatched: PolicyAction,
): (apiName: string) => boolean {
  const blocking = new PatternTrie<true>();
  const enforced = new PatternTrie<true>();
  for (const { apiNamePattern, action, condition, enabled, mode } of rules) {
    if (!enabled || mode === 'shadow') continue;
    const pattern = parsePattern(apiNamePattern);
    enforced.add(pattern, true);
    if (action === 'BLOCK' && condition === null) blocking.add(pattern, true);
  }
  return (apiName) =>
    blocking.find(apiName).length > 0 || (unmatched === 'BLOCK' && enforced.find(apiName).length === 0);
}
