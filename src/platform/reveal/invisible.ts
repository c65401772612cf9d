/** Characters that a reader does not see, or takes for a space, by Unicode's own properties. */

/** Characters that show as nothing, or change how the rest is shown. */
const HIDDEN = String.raw`(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]`;
/** Braille pattern blank, Egyptian blanks and the null note head: letters and signs without ink, which no property names. */
const WITHOUT_INK = String.raw`[\u2800\u{13441}\u{13442}\u{1D159}]`;
/** Matches every space character except U+0020. */
const BLANK = String.raw`(?![\t\n\r ])\p{White_Space}|${WITHOUT_INK}`;

export const INVISIBLE = new RegExp(`${HIDDEN}|${BLANK}`, 'gu');
const IS_BLANK = new RegExp(`^(?:${BLANK})$`, 'u');

export type InvisibleKind =
  | 'bidi'
  | 'zero-width'
  | 'soft-hyphen'
  | 'tag'
  | 'variation-selector'
  | 'control'
  | 'blank'
  | 'other';

export function kindOfInvisible(character: string): InvisibleKind {
  const code = character.codePointAt(0) ?? 0;
  const within = (from: number, to: number) => code >= from && code <= to;
  if (/^\p{Bidi_Control}$/u.test(character)) return 'bidi';
  if (within(0x200b, 0x200d) || code === 0x2060 || code === 0xfeff) return 'zero-width';
  if (code === 0x00ad) return 'soft-hyphen';
  if (within(0xe0000, 0xe007f)) return 'tag';
  if (/^\p{Variation_Selector}$/u.test(character)) return 'variation-selector';
  if (/^\p{Cc}$/u.test(character)) return 'control';
  if (/^[\p{Zl}\p{Zp}]$/u.test(character)) return 'other';
  return IS_BLANK.test(character) ? 'blank' : 'other';
}
