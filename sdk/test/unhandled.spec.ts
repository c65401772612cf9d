import { newCustomerDatabase } from '../../test/support/customer-database.js';
import { ONLY_THE_CONTROL, rejectionsOf } from './support/rejections-of.js';

describe('a program that handles what its calls answer', () => {
  it('gets no rejection besides from HTTP clients, however their calls end', async () => {
    const { ran, unhandled } = await rejectionsOf('http');
    expect(unhandled).toEqual(ONLY_THE_CONTROL);
    expect(ran).toBeGreaterThan(50);
  });

  it('gets none from an object of its own: blocked, aborted, broken chains, early ends', async () => {
    const { ran, unhandled } = await rejectionsOf('objects');
    expect(unhandled).toEqual(ONLY_THE_CONTROL);
    expect(ran).toBeGreaterThan(200);
  });

  it('gets none from pg: pools, clients, query objects, lost connections, early ends', async () => {
    const database = await newCustomerDatabase();
    await database.pool.query('CREATE TABLE customers (id int PRIMARY KEY, name text)');
    await database.pool.query("INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob')");
    const { ran, unhandled } = await rejectionsOf('pg', database.url);
    await database.drop();
    expect(unhandled).toEqual(ONLY_THE_CONTROL);
    expect(ran).toBeGreaterThan(150);
  });
});
