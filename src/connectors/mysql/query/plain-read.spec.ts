import { plainReadOf } from './plain-read.js';
import { tokensOf } from './tokens.js';

const read = (sql: string, ...values: number[]) => plainReadOf(tokensOf(sql), values);

describe('a SELECT of MySQL', () => {
  it('is a read of the columns and the rows that it names', () => {
    expect(read('SELECT a, t.b FROM shop.things t WHERE t.id = ? FOR UPDATE', 7)).toEqual({
      columns: ['a', 'b'],
      table: { schema: 'shop', name: 'things' },
      alias: 't',
      where: { tokens: tokensOf('t.id = ?'), values: [7] },
    });
  });

  it.each([
    'SELECT * FROM t',
    'SELECT * FROM t FOR UPDATE',
    'SELECT * FROM t WHERE a = 1 FOR UPDATE NOWAIT',
    'SELECT * FROM t ORDER BY a DESC, b LIMIT 5 FOR UPDATE SKIP LOCKED',
    'SELECT `a` FROM t LIMIT 1 LOCK IN SHARE MODE WAIT 3',
    'select * from t for share',
  ])('that only locks rows is one: %s', (sql) => expect(read(sql)).not.toBeNull());

  it.each([
    'SELECT purge()',
    'SELECT purge(a) FROM t FOR UPDATE',
    'SELECT a INTO @x FROM t',
    'SELECT @x FROM t, u',
    "SELECT a FROM t INTO OUTFILE 'x'",
    "SELECT a FROM t FOR UPDATE INTO OUTFILE 'x'",
    'SELECT a FROM t ORDER BY purge() FOR UPDATE',
    'SELECT a FROM t PROCEDURE ANALYSE()',
    'SELECT NEXT VALUE FOR s FROM t',
    'SELECT a FROM t LIMIT ? FOR UPDATE',
    'DELETE FROM t',
  ])('that does more is none: %s', (sql) => {
    expect(() => {
      if (read(sql) === null) throw new Error('none');
    }).toThrow();
  });
});
