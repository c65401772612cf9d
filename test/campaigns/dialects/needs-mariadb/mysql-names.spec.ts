import { quote } from '../../../../src/connectors/mysql/sql.js';
import { namesReachTheirTable } from '../../../../src/connectors/rows/testkit/names.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';

const LONG = 'x'.repeat(64);

describe('The name of a table of MySQL', () => {
  namesReachTheirTable({
    start: startRowsWorld,
    quote,
    others: ['CREATE DATABASE SHOP', 'CREATE DATABASE `shóp`', 'CREATE DATABASE other'],
    tables: [
      ...['SHOP.customers', 'shóp.customers', 'other.customers', 'customers', 'Customers', 'café', 'cafe', 'сustomers'],
      ...['customers`; DROP TABLE customers; -- ', 'customers"', LONG, '%', '?'].map((name) => name.trimEnd()),
    ],
    names: [
      // Several schemas have such a table, and this client does not tell which one it means.
      ['customers', 'refused'],
      ...(['Customers', 'shop.customers', 'SHOP.customers', 'shóp.customers', 'other.customers'] as const).map(
        (name) => [name, 'undone'] as const,
      ),
      ...(
        ['café', 'cafe', 'сustomers', 'customers`; DROP TABLE customers; --', 'customers"', LONG, '%', '?'] as const
      ).map((name) => [name, 'undone'] as const),
      ...(
        ['CUSTOMERS', 'customers ', ' customers', 'cafe\u0301', 'CAFÉ', 'Shop.customers', 'shop .customers'] as const
      ).map((name) => [name, 'refused'] as const),
      ...(['cust%', 'cust_mers', '*', '', '.', '.customers', 'shop.', 'a.shop.customers', '`customers`'] as const).map(
        (name) => [name, 'refused'] as const,
      ),
      ...(
        [`${LONG}x`, 'customers\n', 'ｃustomers', 'mysql.user', 'MYSQL.user', 'information_schema.TABLES'] as const
      ).map((name) => [name, 'refused'] as const),
    ],
  });
});
