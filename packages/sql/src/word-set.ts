/** The words of a text, which blanks separate. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
