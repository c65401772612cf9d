/**
 * Matches what stands out in the sentence of a call: amounts of money, counts, the table or channel after a verb, and
 * each value with a digit, `@`, `#` or `/`, which are keys, recipients, channels and paths.
 */
const STANDS_OUT =
  /(\d[\d.]* (?:[A-Z]{3}|rows?|objects)\b|(?<=^(?:Insert into|Update|Delete|Delete from|Put item in|Post in) )[^\s:]+(?=:| where | \{)|\b(?:table|bucket|channel|to)=[^\s,]+|[^\s,()"]*[\d@#/](?:[^\s,()"]*[^\s,()":])?)/;

/** Splits the sentence of a call into parts, of which each second one stands out. */
export const emphasized = (sentence: string): readonly string[] => sentence.split(STANDS_OUT);
