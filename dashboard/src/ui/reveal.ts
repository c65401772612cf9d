import type { Json } from '../api/json';

/** What a reader does not see, and what makes the rest look different (the service shows arguments by the same rule). */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|⟦/gu;

/** Hidden characters as `⟦U+202E⟧`: a text that a stranger wrote cannot look like another one. */
export const reveal = (text: string): string =>
  text.replaceAll(HIDDEN, (character) => {
    const number = character.codePointAt(0) ?? 0;
    return `⟦U+${number.toString(16).toUpperCase().padStart(4, '0')}⟧`;
  });

/** A JSON value on several lines, with hidden characters made visible. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return '';
  return reveal(typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value, null, 2));
}
