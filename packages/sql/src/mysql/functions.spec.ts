import { callsKnown, tablesAsTexts } from './calls.js';
import { classOf, EXPRESSION_WORDS, GRAMMAR } from './functions.js';
import { tokensOf } from './tokens.js';

const known = (sql: string) => callsKnown(tablesAsTexts(tokensOf(sql) ?? []));

describe('the functions of MySQL', () => {
  it.each([
    ['upper', 'harmless'],
    ['curtime', 'moment'],
    ['database', 'asker'],
    ['date_format', 'asker'],
    ['uuid', 'fresh'],
    ['count', 'other'],
    ['sleep', 'unknown'],
    ['load_file', 'unknown'],
    ['get_lock', 'unknown'],
  ])('have each one class: %s is %s', (name, expected) => expect(classOf(name)).toBe(expected));

  it('have no name that is a word of an expression, MOD aside', () => {
    const both = [...EXPRESSION_WORDS].filter((word) => classOf(word) !== 'unknown');
    expect(both).toEqual(['mod']);
    expect([...EXPRESSION_WORDS].filter((word) => !GRAMMAR.has(word))).toEqual([]);
  });

  it.each([
    'SELECT CAST(a AS CHAR(10)), COUNT(*) FROM t WHERE b IN (1, 2)',
    'INSERT INTO shop.t (a) VALUES (1)',
    'INSERT IGNORE t (a) VALUES (1)',
  ])('are all known that this statement calls: %s', (sql) => expect(known(sql)).toBe(true));

  it.each(['SELECT purge(1)', 'SELECT `upper`(1)', 'SELECT shop.upper(1)', 'SELECT ??(1)', 'SELECT sleep(1)'])(
    'are not all known that this statement calls: %s',
    (sql) => expect(known(sql)).toBe(false),
  );
});
