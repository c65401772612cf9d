import { ONLY_THE_CONTROL, rejectionsOf } from '../support/rejections-of.js';
import { world } from './customers.js';

it('leaves no rejection to a program that handles what its calls of mysql2 answer, however they end', async () => {
  await world.sql('CREATE TABLE customers (id int PRIMARY KEY, name text)');
  await world.sql("INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob')");
  const { ran, unhandled } = await rejectionsOf('mysql', world.url);
  expect(unhandled).toEqual(ONLY_THE_CONTROL);
  expect(ran).toBeGreaterThan(80);
});
