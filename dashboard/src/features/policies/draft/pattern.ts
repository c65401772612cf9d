import { policyWords as words } from '../../../words';

const LONGEST = 255;
const SEGMENT = /^[A-Za-z0-9_-]+$/;

/** Returns the fault of a pattern, while it is typed; null if there is none. The service has the last word. */
export function wrongWith(pattern: string): string | null {
  if (pattern === '') return words.pattern.missing;
  if (pattern.length > LONGEST) return words.pattern.tooLong(LONGEST);
  const bad = pattern.split('.').find((segment) => segment !== '*' && !SEGMENT.test(segment));
  if (bad === undefined) return null;
  if (bad === '') return words.pattern.emptySegment;
  if (bad.includes('*')) return words.pattern.partOfSegment;
  return words.pattern.badSegment;
}

/** Tells whether a pattern matches a name: `*` is one segment, and one or more at the end. */
export function matches(pattern: string, apiName: string): boolean {
  const wanted = pattern.split('.');
  const segments = apiName.split('.');
  const isOpen = wanted.at(-1) === '*';
  if (isOpen ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every((segment, index) => segment === '*' || segment === segments[index]);
}

/** Returns the suggestions: each name, and each group of names with the same beginning, which is a pattern itself. */
export function patternsOf(apiNames: readonly string[]): string[] {
  const patterns = new Set<string>();
  for (const name of apiNames) {
    const segments = name.split('.');
    for (let count = 1; count < segments.length; count++) patterns.add(`${segments.slice(0, count).join('.')}.*`);
    patterns.add(name);
  }
  return [...patterns].sort();
}
