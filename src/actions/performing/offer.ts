import { PatternTrie, parsePattern } from '../../policies/pattern.js';

/** True when a pattern of the credential matches the operation. */
export const isOffered = (patterns: readonly string[], apiName: string): boolean => compileOffer(patterns)(apiName);

/** Compiles the patterns once, to test many operations. */
export function compileOffer(patterns: readonly string[]): (apiName: string) => boolean {
  const offered = new PatternTrie<true>();
  for (const pattern of patterns) offered.add(parsePattern(pattern), true);
  return (apiName) => offered.find(apiName).length > 0;
}
