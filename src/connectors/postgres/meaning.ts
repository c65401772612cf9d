import { canonicalNumber } from '../decimal.js';
import { canonicalJson, canonicalNumbers } from '../rows/values/json-meaning.js';
import type { Column } from './sql.js';

/** A json keeps the spelling of its writer, and a number without a fixed scale the zeros that it was given. */
export function meaning({ kind, baseType }: Column, text: string): string {
  if (kind === 'json' || kind === 'jsonb') return canonicalJson(text);
  if (baseType === 'numeric') return canonicalNumber(text);
  return baseType === 'numeric[]' ? canonicalNumbers(text) : text;
}
