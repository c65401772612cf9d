import { type Budget, EACH_STEP } from '../facts/budget.js';

/** Longer patterns are refused, so that the time of a match grows with the length of the text alone. */
export const MAX_GLOB_LENGTH = 255;

/** The character at an index of UTF-16 takes one or two units. */
const widthAt = (text: string, index: number) => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);

/**
 * Matches a whole text against a pattern: `*` stands for any characters, also none, and `?` for exactly one. Takes its
 * cost out of the budget, and answers false when that is spent.
 */
export function globMatches(pattern: string, text: string, budget: Budget): boolean {
  let [at, here] = [0, 0];
  /** The position after the last `*` that was met, and the end of the text that it stands for so far. */
  let star: { readonly next: number; end: number } | null = null;
  while (here < text.length) {
    budget.left -= 1 / EACH_STEP;
    if (budget.left < 0) return false;
    if (pattern[at] === '*') star = { next: ++at, end: here };
    else if (pattern[at] === '?') [at, here] = [at + 1, here + widthAt(text, here)];
    else if (pattern[at] !== undefined && pattern[at] === text[here]) [at, here] = [at + 1, here + 1];
    else if (star) {
      star.end += widthAt(text, star.end);
      [at, here] = [star.next, star.end];
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
