import { hostileText, hostileValue } from './texts.mjs';

/** The bytes of one call; a little below the limit of a body. */
const MOST = 240_000;

const upTo = (random, most) => 1 + random.integer(most);
export const repeated = (random, text, most = MOST) => text.repeat(upTo(random, most / text.length));
export const mailed = (text) => Buffer.from(text).toString('base64url').slice(0, MOST);

const SQL = [
  '/*',
  '(',
  "'",
  '"',
  '$a$',
  '--',
  '[',
  'a.',
  'SELECT ',
  '$1,',
  'CASE ',
  '+-',
  'NOT ',
  'WITH a AS (',
  '\u00ff',
  '/* */',
];

/** @param {number} depth the largest that a body may have */
export function nested(random, depth, member) {
  let value = hostileValue(random, 5);
  for (let left = random.integer(depth); left > 0; left--) value = member ? { [member]: value } : [value];
  return value;
}

export const statement = (random) => {
  const begin = random.pick(['', 'SELECT ', 'UPDATE t SET a = ', 'INSERT INTO t VALUES (', 'DELETE FROM t WHERE ']);
  return { sql: begin + repeated(random, random.pick(SQL), 80_000), values: [hostileValue(random)] };
};
export const rows = (random) => ({
  table: random.pick(['t', hostileText(random)]),
  match: { id: hostileValue(random, 4) },
  values: Object.fromEntries(Array.from({ length: random.integer(300) }, (_, n) => [`c${n}`, hostileText(random)])),
});
