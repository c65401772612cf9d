import type { Operation } from '../../../api/registry';

/** The rule of the service: `*` stands for one segment, as the last one for one or more. */
export function isOffered(patterns: readonly string[], apiName: string): boolean {
  const name = apiName.split('.');
  return patterns.some((pattern) => {
    const parts = pattern.split('.');
    const isOpen = parts.at(-1) === '*';
    if (isOpen ? name.length < parts.length : name.length !== parts.length) return false;
    return parts.every((part, at) => part === '*' || part === name[at]);
  });
}

/** Reads one pattern from each line; empty lines are ignored. */
export const patternsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Finds the operations that agents may have performed, and those of them that nothing undoes. */
export function offerOf(patterns: readonly string[], operations: readonly Operation[]) {
  const offered = operations.filter(({ apiName, performable }) => performable && isOffered(patterns, apiName));
  const lasting = offered.filter(
    ({ reversibility, operationType }) => reversibility === 'none' && operationType !== 'READ',
  );
  return { offered, lasting };
}
