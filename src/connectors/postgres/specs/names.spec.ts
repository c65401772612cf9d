import { namesReachTheirTable } from '../../rows/testkit/names.testkit.js';
import { quote } from '../sql.js';
import { startRowsWorld } from './postgres.testkit.js';

/** The longest name of PostgreSQL, in bytes; it cuts longer ones there. */
const LONG = 'x'.repeat(63);
/** 62 bytes: the next letter would begin within the bound and end beyond it. */
const WIDE = 'ä'.repeat(31);

describe('The name of a table of PostgreSQL', () => {
  namesReachTheirTable({
    start: startRowsWorld,
    quote,
    others: ['CREATE SCHEMA other', 'CREATE SCHEMA "OTHER"', 'CREATE SCHEMA "public""; --"'],
    tables: [
      ...['customers', 'Customers', 'customers ', 'other.customers', 'OTHER.customers', 'public"; --.customers'],
      ...[
        'customers"; DROP TABLE customers; --',
        "customers'",
        'сustomers',
        'cafe\u0301',
        'café',
        LONG,
        WIDE,
        '$1',
        '%',
      ],
    ],
    names: [
      // Several schemas have the table, and it is not known which one the agent's connection means.
      ['customers', 'refused'],
      ...(['Customers', 'customers ', 'public.customers', 'other.customers'] as const).map(
        (name) => [name, 'undone'] as const,
      ),
      ['OTHER.customers', 'undone'],
      ['public"; --.customers', 'undone'],
      ['customers"; DROP TABLE customers; --', 'undone'],
      ["customers'", 'undone'],
      ['сustomers', 'undone'],
      ['cafe\u0301', 'undone'],
      ['café', 'undone'],
      ['$1', 'undone'],
      ['%', 'undone'],
      [LONG, 'undone'],
      [WIDE, 'undone'],
      // The server reads another name in these; policies read the whole one.
      [`${LONG}x`, 'refused'],
      [`${LONG} of a person`, 'refused'],
      [`${WIDE}ä`, 'refused'],
      [`public.${LONG}x`, 'refused'],
      ...(['CUSTOMERS', ' customers', 'customers\t', 'customers\n', 'cust%', 'cust_mers', '*', '', '.'] as const).map(
        (name) => [name, 'refused'] as const,
      ),
      ...(
        ['.customers', 'public.', 'a.public.customers', '"customers"', 'public."customers"', 'ｃustomers'] as const
      ).map((name) => [name, 'refused'] as const),
      ...(['other', 'Other.customers', 'pg_temp.customers', 'pg_catalog.pg_class', 'pg_class'] as const).map(
        (name) => [name, 'refused'] as const,
      ),
      ...(['information_schema.tables', 'customers; --', 'customers t, "Customers"', 'ONLY customers'] as const).map(
        (name) => [name, 'refused'] as const,
      ),
    ],
  });
});
