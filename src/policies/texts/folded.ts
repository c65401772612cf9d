/**
 * Sorting a run of combining marks takes a time that grows with the square of its length, and an agent chooses the text.
 * Text of a language has few marks in a row (Unicode Standard Annex 15 says at most 30).
 */
const LONG_RUN_OF_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/** True when the time to normalize a text grows with its length alone. */
export const isNormalizable = (text: string): boolean => !LONG_RUN_OF_MARKS.test(text);

/**
 * The text by which texts are compared without their case: normalized (NFC) and folded as Unicode's full case folding does.
 * The dotless i stays, because it is another letter.
 */
export function folded(text: string): string {
  const lower = text
    .normalize('NFC')
    .replace(/[^\u0131]+/g, (part) => part.toLowerCase().toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ');
  return lower.normalize('NFC');
}
