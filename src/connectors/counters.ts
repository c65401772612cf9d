/** An operator declares counters on a credential, as patterns with `*` for any characters. This file imports nothing. */

export const patternsIn = (declared = ''): string[] => declared.split(/[\s,]+/).filter((one) => one !== '');

/** Runs in linear time: each part between two `*` is looked for once. */
export function isCounter(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [first = '', ...rest] = pattern.split('*');
    const last = rest.pop();
    if (last === undefined) return name === pattern;
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return name.length - last.length >= at && name.endsWith(last);
  });
}
