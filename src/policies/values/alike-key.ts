import { looksLikeAscii } from '../../platform/reveal/look-alikes.js';
import { isNormalizable } from '../texts/folded.js';

const WITHOUT_MEANING = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}_.-]/gu;
/** A key with more characters than this is compared by its begin alone. */
const MOST_CHARACTERS = 1_000;

/** The key without case, compatibility forms, blanks and signs between words; null where that takes too long. */
function outlineOf(key: string): string | null {
  const bare = key.replaceAll(WITHOUT_MEANING, '').slice(0, MOST_CHARACTERS);
  return isNormalizable(bare) ? bare.normalize('NFKC').toLowerCase() : null;
}

const isPlain = (code: number) => (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code >= 0x61;

/**
 * Prepares the search for keys that a reader takes for this one, or that a lenient provider reads as it: they differ by
 * case, by signs between words, by characters that are not seen, or by letters that look alike.
 */
export function compileAlikeKey(name: string): (key: string) => boolean {
  const outline = outlineOf(name) ?? name;
  const first = outline.charCodeAt(0) | 0x20;
  return (key) => {
    const begin = key.charCodeAt(0);
    // Most keys begin with another letter, and differ in it.
    if (begin < 0x7b && isPlain(begin) && (begin | 0x20) !== first && outline.charCodeAt(0) < 0x7f) return false;
    if (key === name) return false;
    const other = outlineOf(key);
    if (other === null) return true;
    if (other === outline) return true;
    return other.length === outline.length && [...other].every((char, at) => isAlike(char, outline[at] ?? ''));
  };
}

const isAlike = (char: string, wanted: string) => char === wanted || (char > '\x7f' && looksLikeAscii(char));
