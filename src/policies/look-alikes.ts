import { PatternTrie, parsePattern } from './pattern.js';

const SHOWN = 5;
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[-_]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
];

/**
 * Operations that a reader takes this pattern to match, and that it does not: they differ by case, by letters that look
 * alike, or by signs between words. The list is empty when the pattern matches a known operation.
 */
export function lookAlikes(pattern: string, operations: readonly string[]): string[] {
  const [exact, alike] = [new PatternTrie<true>(), new PatternTrie<true>()];
  exact.add(parsePattern(pattern), true);
  alike.add(pattern.split('.').map(outlineOf), true);
  if (operations.some((name) => exact.find(name).length > 0)) return [];
  const outlined = (name: string) => name.split('.').map(outlineOf).join('.');
  return operations.filter((name) => alike.find(outlined(name)).length > 0).slice(0, SHOWN);
}

const outlineOf = (text: string) =>
  ALIKE.reduce((outline, [found, instead]) => outline.replaceAll(found, instead), text.toLowerCase());
