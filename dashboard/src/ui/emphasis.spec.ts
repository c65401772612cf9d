import { emphasized } from './emphasis';

const standOutIn = (sentence: string) => emphasized(sentence).filter((_, index) => index % 2 === 1);

describe('In the sentence of a call', () => {
  it.each<[string, string, readonly string[]]>([
    ['money', 'Refund 549.00 EUR of pi_3QX9', ['549.00 EUR', 'pi_3QX9']],
    ['money without decimals', 'Pay out 500 JPY', ['500 JPY']],
    [
      'tables, keys, values and counts',
      'Update customers where id=43: credit 10 → 300 (1 row)',
      ['customers', 'id=43', '10', '300', '1 row'],
    ],
    ['the table of an insertion', 'Insert into orders: name=Ada', ['orders']],
    ['the table of a deletion', 'Delete from public.customers where {}', ['public.customers']],
    ['counts of objects', 'Delete 12 objects in backups: [a, b]', ['12 objects']],
    ['channels', 'Post in #outage: "All is well"', ['#outage']],
    ['channels without a mark', 'Post in general: "All is well"', ['general']],
    ['paths', 'Write file docs/limits.md in shop/web on main', ['docs/limits.md', 'shop/web']],
    ['recipients', 'crm.mail: to=ada@example.com, name=Ada +2 more', ['to=ada@example.com', '+2']],
    ['tables of unknown operations', 'postgres.rows.select: match.id=7, table=orders', ['match.id=7', 'table=orders']],
    ['addresses', 'PUT https://a.example/b "x"', ['https://a.example/b']],
    ['nothing', 'Finalize invoice', []],
  ])('%s stand out: %s', (_, sentence, parts) => {
    expect(standOutIn(sentence)).toEqual(parts);
  });

  it('no character is lost', () => {
    const sentence = 'Update orders where id=7: note="p\u0430id 5 EUR, soon" +1 more';
    expect(emphasized(sentence).join('')).toBe(sentence);
  });
});
