/** Identifiers that a client draws at random: a UUID of version 4 or 7, a ULID, or 32 hexadecimal digits. */
const SHAPES = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^[0-9a-f]{32}$/i,
];
/** One of many millions of texts with 26 or more random digits has fewer different digits than this. */
const LEAST_DIGITS = 8;

/** True when another client cannot have chosen the same by accident, because all of it is a random identifier. */
export function isUnguessable(key: string): boolean {
  const digits = new Set(key.toLowerCase().replaceAll('-', ''));
  return digits.size >= LEAST_DIGITS && SHAPES.some((shape) => shape.test(key));
}
