import type { Json } from '../../connector.js';

/**
 * True when the answered value is the sent one, apart from white space, Unicode form (NFC), and empty or missing
 * members.
 */
export function isEquivalent(sent: Json, answered: Json): boolean {
  if (isEmptyValue(sent) || isEmptyValue(answered)) return isEmptyValue(sent) && isEmptyValue(answered);
  if (Array.isArray(sent))
    return (
      Array.isArray(answered) &&
      sent.length === answered.length &&
      sent.every((one, at) => isEquivalent(one, at in answered ? (answered[at] as Json) : null))
    );
  if (typeof sent !== 'object' || sent === null) return senseOf(sent) === senseOf(answered);
  if (typeof answered !== 'object' || answered === null || Array.isArray(answered)) return false;
  const names = [...new Set([...Object.keys(sent), ...Object.keys(answered)])];
  return names.every((name) => isEquivalent(sent[name] ?? null, answered[name] ?? null));
}

const senseOf = (value: Json) =>
  typeof value === 'string' ? value.normalize('NFC').replaceAll(/\s+/g, ' ').trim() : value;

/** True for the values that a provider answers for a field that was never set. */
export function isEmptyValue(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '' || value === false || value === 0;
}
