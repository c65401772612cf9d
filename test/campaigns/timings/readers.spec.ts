import { canonical } from '../../../src/connectors/caldav/icalendar.js';
import { parseUpdate } from '../../../src/connectors/dynamodb/update-expression.js';
import { pathFact } from '../../../src/connectors/facts/path-fact.js';
import { parseMail } from '../../../src/connectors/gmail/mail-text.js';
import { factsOf } from '../../../src/connectors/mysql/query/statement-facts.js';
import { tokensOf } from '../../../src/connectors/mysql/query/tokens.js';
import { facts as postgresFacts } from '../../../src/connectors/postgres/facts.js';
import { parse } from '../../../src/connectors/postgres/query/parser.js';
import { tableFact } from '../../../src/connectors/rows/table-fact.js';

/** The bytes that an agent may send in one call. */
const MOST = 256 * 1024;
/** The limit in milliseconds: a reader whose time grows with the square takes seconds. */
const FREELY_MS = 250;

const mail = (text: string) => parseMail(Buffer.from(text).toString('base64url'));
const update = (text: string) => parseUpdate(text, { names: {}, values: {} });

const postgresFactsOf = (sql: string) => postgresFacts.of({ apiName: 'postgres.query', payload: { sql } });

const READERS: readonly (readonly [string, (text: string) => unknown, (length: number) => string])[] = [
  ['a mail of line ends', mail, (length) => `a: b\n\nx${'\n'.repeat(length)}x`],
  ['a mail of folded lines', mail, (length) => `subject: ${'\n \t'.repeat(length / 3)}x`],
  ['a calendar of components in one another', canonical, (length) => 'BEGIN:A\n'.repeat(length / 8)],
  ['a calendar of ends', canonical, (length) => 'BEGIN:A\n'.repeat(20) + 'END:A\n'.repeat(length / 6)],
  ['a calendar of quotes', canonical, (length) => `A;${'a="'.repeat(length / 3)}:x`],
  ['lists appended to one another', update, (length) => `SET a = ${'list_append('.repeat(length / 12)}`],
  ['an expression of parentheses', update, (length) => `SET a = ${'('.repeat(length)}`],
  ['PostgreSQL: comments in one another', parse, (length) => '/*'.repeat(Math.min(length, 60_000) / 2)],
  ['PostgreSQL: parentheses', parse, (length) => `SELECT ${'('.repeat(Math.min(length, 60_000))}`],
  ['PostgreSQL: quotes', parse, (length) => `SELECT ${"'".repeat(Math.min(length, 60_000))}`],
  [
    'PostgreSQL: facts of many tables',
    postgresFactsOf,
    (length) => `SELECT 1 FROM ${'a,'.repeat(Math.min(length, 5_000) / 2)}b`,
  ],
  ['MySQL: facts of quotes', factsOf, (length) => '"'.repeat(Math.min(length, 60_001))],
  ['MySQL: facts of comments', factsOf, (length) => '/* */'.repeat(Math.min(length, 60_000) / 5)],
  ['MySQL: facts of names', factsOf, (length) => `SELECT 1 FROM ${'a,'.repeat(Math.min(length, 60_000) / 2)}b`],
  ['a table of quotes', tableFact, (length) => '"'.repeat(length)],
  ['a table of dots', tableFact, (length) => 'a."b".'.repeat(length / 6)],
  ['a path of encoded signs', pathFact, (length) => `/${'%25'.repeat(Math.min(length, 8_000) / 3)}`],
  ['a path of steps', pathFact, (length) => '/a/..'.repeat(Math.min(length, 8_000) / 5)],
  ['MySQL: comments', tokensOf, (length) => '/* */'.repeat(Math.min(length, 60_000) / 5)],
  ['MySQL: quotes', tokensOf, (length) => "'".repeat(Math.min(length, 60_000))],
  ['MySQL: spaces', tokensOf, (length) => `SELECT${' '.repeat(Math.min(length, 60_000))}1`],
];

/** The least of a few, in milliseconds of this process's own time. */
async function costOf(read: (text: string) => unknown, text: string): Promise<number> {
  const costs: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const before = process.cpuUsage();
    await Promise.resolve()
      .then(() => read(text))
      .catch(() => undefined);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return Math.min(...costs);
}

it.each(READERS)('%s: ten times the size takes no more than ten times as long', async (_, read, text) => {
  const small = await costOf(read, text(MOST / 10));
  const large = await costOf(read, text(MOST));
  expect(large).toBeLessThan(Math.max(FREELY_MS, small * 20));
});

it('a connector keeps the order of members that are nested too deeply', () => {
  const deep = (inner: string) => `${'BEGIN:A\n'.repeat(30)}${inner}${'END:A\n'.repeat(30)}`;
  expect(canonical(deep('X:1\nY:2\n'))).not.toBe(canonical(deep('Y:2\nX:1\n')));
  expect(canonical(deep('X:1\n'))).toBe(canonical(deep('X:1\n')));
});
