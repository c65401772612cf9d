import { isObject } from '../../platform/json.js';
import { reveal } from '../../platform/reveal/reveal.js';

/**
 * A text of these characters needs no quotes, because it cannot be taken for a list, a member, a number or the end of a
 * value.
 */
const BARE = /^[\p{L}\p{N}_.@/:+#~%$&*;?!-]+$/u;
const LIKE_A_NUMBER = /^[-+]?[\d.]|^(?:true|false|null)$/;

/** A value on one line: two values that differ are written differently, and hidden characters are marked. */
export function written(value: unknown): string {
  if (typeof value === 'string') return BARE.test(value) && !LIKE_A_NUMBER.test(value) ? reveal(value) : quoted(value);
  if (Array.isArray(value)) return value.length === 1 ? written(value[0]) : `[${value.map(written).join(', ')}]`;
  if (isObject(value)) return `{${membersOf(value)}}`;
  return String(value);
}

/** A text from the call, always in quotes. */
export const quoted = (text: string): string => reveal(JSON.stringify(text));

/** `id=7, name=Ada` */
export const membersOf = (value: Readonly<Record<string, unknown>>): string =>
  Object.entries(value)
    .map(([name, member]) => `${written(name)}=${written(member)}`)
    .join(', ');

const WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const WITH_THREE = 'BHD JOD KWD OMR TND'.split(' ');

/** An amount in the smallest unit of a currency, as Stripe takes it: `549.00 EUR`. */
export function money(amount: unknown, currency: unknown): string {
  const code = typeof currency === 'string' && /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : null;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || code === null)
    return currency === undefined ? `${written(amount)} (smallest unit)` : `${written(amount)} ${written(currency)}`;
  const decimals = WITHOUT_DECIMALS.includes(code) ? 0 : WITH_THREE.includes(code) ? 3 : 2;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${amount < 0 ? '-' : ''}${whole}${rest && `.${rest}`} ${code}`;
}
