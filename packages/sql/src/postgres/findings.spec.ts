import * as grammar from 'libpg-query';
import { inspect, type Use } from './findings.js';
import { NotParsed, statementsOf } from './grammar.js';

const found = (sql: string, use: Use) => inspect(statementsOf(grammar, sql), use);

beforeAll(() => grammar.loadModule());

describe('the findings of a statement of PostgreSQL', () => {
  it.each<[string, Use[]]>([
    ["SELECT lower('A'), now(), current_user", ['own read', 'read', 'values']],
    ['SELECT gen_random_uuid()', ['own read', 'values']],
    ["SELECT nextval('s')", ['values']],
    ['SELECT pg_sleep(1)', ['own read']],
    ["SELECT similarity('a', 'b')", ['own read']],
    ["SELECT JSON_OBJECT('a': 1)", ['own read']],
    ['SELECT pg_advisory_lock(1)', []],
    ['SELECT purge()', []],
    ['SELECT app.lower(1)', []],
    ['SELECT a OPERATOR(app.+) b', []],
    ['SELECT 1 FROM t FOR UPDATE', []],
    ['DELETE FROM t', []],
  ])('let it pass only for what may run it: %s', (sql, uses) => {
    const passing = (['own read', 'read', 'values'] as const).filter((use) => found(sql, use).objection === null);
    expect(passing).toEqual(uses);
  });

  it.each([
    'SELECT CASE a WHEN 1 THEN 2 END',
    'SELECT 1 IN (SELECT 2)',
    'SELECT 1 FROM t JOIN u USING (a)',
    'SELECT 1 FROM t NATURAL JOIN u',
  ])('have the operator = that the server uses unnamed: %s', (sql) => {
    expect([...found(sql, 'read').names.operators]).toEqual(['=']);
  });

  it('name functions without a schema apart from all that are called', () => {
    const { names, calls } = found('SELECT upper(a), pg_catalog.lower(b) FROM t', 'read');
    expect([[...names.functions], [...calls]]).toEqual([['upper'], ['upper', 'lower']]);
  });

  it('say what may change rows', () => {
    expect(found('SELECT pg_advisory_lock(1)', 'own read').callsUnknown).toBe(false);
    for (const sql of ['SELECT purge()', 'SELECT a OPERATOR(app.+) b'])
      expect(found(sql, 'own read').callsUnknown).toBe(true);
  });
});

describe('the grammar', () => {
  it.each(['SELEKT 1', 'SELECT 1 \0; DELETE FROM t', "SELECT '\ud800'"])('does not read %j', (sql) => {
    expect(() => statementsOf(grammar, sql)).toThrow(NotParsed);
  });
});
