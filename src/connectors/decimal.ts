/** A number of DynamoDB, up to 38 digits: `digits` × 10^-`scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const FORM = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/;

/**
 * The number in the form in which DynamoDB writes it back: no exponent, no redundant zeros. A text that is no number
 * stays unchanged.
 */
export function canonicalNumber(text: string): string {
  const decimal = parse(text);
  return decimal ? format(decimal) : text;
}

/** Null when one of them is no number. */
export function sum(one: string, sign: 1 | -1, other: string): string | null {
  const [a, b] = [parse(one), parse(other)];
  if (!a || !b) return null;
  const scale = Math.max(a.scale, b.scale);
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
  return format({ digits: at(a) + BigInt(sign) * at(b), scale });
}

function parse(text: string): Decimal | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = FORM.exec(text) ?? [];
  if (whole + fraction === '') return null;
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > 400) return null;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  return shift > 0 ? { digits: digits * 10n ** BigInt(shift), scale: 0 } : { digits, scale: -shift };
}

function format({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - scale), text.slice(text.length - scale).replace(/0+$/, '')];
  return sign + whole + (fraction ? `.${fraction}` : '');
}
