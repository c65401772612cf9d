import { looseTokensOf } from './loose-tokens.js';
import { tokensInEveryEncoding, tokensOf } from './tokens.js';

const textsOf = (sql: string) => tokensOf(sql)?.map(({ kind, text }) => `${kind} ${text}`);

describe('the tokens of a statement of MySQL', () => {
  it('are words, names, texts, numbers and signs, with names and texts out of their quotes', () => {
    expect(textsOf("UPDATE `a``b` SET c = 'it''s', d=-1.5 WHERE e <=> ? ;")).toEqual([
      ...[
        'word UPDATE',
        'name a`b',
        'word SET',
        'word c',
        'sign =',
        "text it's",
        'sign ,',
        'word d',
        'sign =',
        'sign -',
      ],
      ...['number 1.5', 'word WHERE', 'word e', 'sign <=>', 'sign ?'],
    ]);
  });

  it('end at the spaces of the server alone: any other space is a part of a name to it', () => {
    expect(textsOf('UPDATE\tt\n\v\f\r x')).toEqual(['word UPDATE', 'word t', 'word x']);
    for (const space of ['\u00a0', '\u2003', '\u2028', '\u3000', '\ufeff']) {
      expect(tokensOf(`UPDATE t${space}x SET a = 1`)).toBeNull();
      expect(looseTokensOf(`UPDATE t${space}x SET a = 1`)?.[1]).toEqual({ kind: 'word', text: `t${space}x` });
      expect(looseTokensOf(`SELECT ${space}x`)?.[1]).toEqual({ kind: 'word', text: `${space}x` });
      expect(looseTokensOf(`SELECT 1 --${space}x`)).toHaveLength(5);
    }
  });

  it.each(['SELECT 1 -- x', 'SELECT 1 # x', 'SELECT /* x */ 1', 'SELECT "a"', "SELECT '\\''", 'SELECT 0x41'])(
    'are not there where a mode of the server reads another text: %s',
    (sql) => {
      expect(tokensOf(sql)).toBeNull();
    },
  );

  it('are, in every encoding of a connection, those of names whose last letter is ASCII', () => {
    for (const name of ['`caf\u00e9`', '`caf\u00e9```']) {
      expect(tokensOf(`SELECT ${name}`)).toHaveLength(2);
      expect(tokensInEveryEncoding(`SELECT ${name}`)).toBeNull();
    }
    expect(tokensInEveryEncoding('SELECT `\u00e9t`')).toHaveLength(2);
  });
});
