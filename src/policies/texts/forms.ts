import type { Budget } from '../facts/budget.js';
import { folded, isNormalizable } from './folded.js';

/** Folding takes about as long as comparing eight times as many characters. */
const FORMED_EACH_STEP = 8;
const BEYOND_ASCII = /[^\0-\x7f]/;
export const UNLIMITED: Budget = { left: Number.POSITIVE_INFINITY };

/** A form of texts in which they are compared; null where bringing a text into it takes too long. */
interface TextForm {
  ofText(text: string, budget: Budget): string | null;
  /** Brings all texts of a JSON value into the form; the names of members stay. */
  ofJson(value: unknown, budget: Budget): { readonly json: unknown } | null;
}

const formOf = (ofText: TextForm['ofText']): TextForm => ({
  ofText,
  ofJson: (value, budget) => formed(value, ofText, budget),
});

/** Two texts that are canonically the same are the same (NFC). */
export const NORMALIZED = formOf((text, budget) => {
  if (!BEYOND_ASCII.test(text)) return text;
  budget.left -= text.length / FORMED_EACH_STEP;
  return isNormalizable(text) ? text.normalize('NFC') : null;
});

/** Texts without their case. */
export const FOLDED = formOf((text, budget) => {
  budget.left -= text.length / FORMED_EACH_STEP;
  return isNormalizable(text) ? folded(text) : null;
});

function formed(value: unknown, ofText: TextForm['ofText'], budget: Budget): { readonly json: unknown } | null {
  budget.left -= 1;
  if (budget.left < 0) return null;
  if (typeof value === 'string') {
    const text = ofText(value, budget);
    return text === null ? null : { json: text };
  }
  if (typeof value !== 'object' || value === null) return { json: value };
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const one = formed(member, ofText, budget);
    if (!one) return null;
    entries.push([name, one.json]);
  }
  return { json: Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries) };
}
