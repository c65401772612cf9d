/** Decimal numbers as the text of a database, to the last digit; imports nothing. */

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Digits after the point; null when the text is no plain decimal number. */
export function scaleOf(text: string): number | null {
  const [, , , fraction = ''] = DECIMAL.exec(text) ?? [];
  return DECIMAL.test(text) ? fraction.length : null;
}

/**
 * `a - b`, with as many digits after the point as the one of the two that has more.
 * @throws RangeError when one of them is no plain decimal number
 */
export function minus(a: string, b: string): string {
  const scale = Math.max(scaleOf(a) ?? 0, scaleOf(b) ?? 0);
  return textOf(unitsOf(a, scale) - unitsOf(b, scale), scale);
}

/** `-text`, without a plus sign and without a negative zero. */
export function negated(text: string): string {
  return minus('0', text);
}

function unitsOf(text: string, scale: number): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new RangeError('not a decimal number');
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return sign === '-' ? -units : units;
}

function textOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-scale)}`;
}
