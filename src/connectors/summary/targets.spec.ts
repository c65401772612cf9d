import type { JsonObject } from '../connector.js';
import { targetsOf } from './targets.js';

describe('The names by which a call is found', () => {
  it.each<[string, string | null, JsonObject, string[]]>([
    [
      'a table with and without its schema',
      'Update {table} where {match}',
      { table: 'public.Customers', match: {} },
      ['public.customers', 'customers'],
    ],
    ['the key of a row', 'Update {table} where {match}', { table: 'orders', match: { id: 43 } }, ['orders', '43']],
    [
      'the tables of a SQL text, and not the text',
      'SQL: {sql}',
      { sql: 'UPDATE "Shop".orders o SET x = 1 FROM lines' },
      ['shop.orders', 'orders', 'lines'],
    ],
    [
      'what a summary names, and not what the call says',
      'Post in {channel}: {text:text}',
      { channel: '#Outage', text: 'hi' },
      ['#outage'],
    ],
    [
      'telling members of a call that no connector knows',
      null,
      { userId: 7, to: 'a@b.c', amount: 5, note: 'x' },
      ['7', 'a@b.c'],
    ],
    ['the beginning of a long name', 'Get {key}', { key: 'k'.repeat(300) }, ['k'.repeat(200)]],
    ['without what PostgreSQL refuses in a text', 'Get {key}', { key: ['a\0b', '\ud800', '\0'] }, ['ab', '\ufffd']],
    ['nothing of a value that is no text', 'Get {key}', { key: null }, []],
  ])('are %s', (_, template, payload, names) => {
    expect(targetsOf(template, payload)).toEqual(names);
  });

  it('are at most 20, whatever the call names', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
    expect(targetsOf('Delete {keys}', { keys })).toHaveLength(20);
  });
});
