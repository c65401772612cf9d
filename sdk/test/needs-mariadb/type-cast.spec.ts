import { createPool } from 'mysql2/promise';
import { wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { closing, newCustomers, world } from './customers.js';

it.each([
  ['a function of the program', (field: { string(): string | null }) => field.string()],
  ['false', false],
  ['true', true],
])('a pool with typeCast as %s answers as by itself, again and again', async (_, typeCast) => {
  const newPool = () => closing(createPool({ uri: world.url, connectionLimit: 1, typeCast: typeCast as never }));
  const answersOf = async (pool: ReturnType<typeof newPool>, table: string) => {
    const answers: unknown[] = [];
    for (const credit of [5, 6, 7]) {
      answers.push((await pool.query(`SELECT id, name, credit FROM ${table}`))[0]);
      await pool.query(`UPDATE ${table} SET credit = ${credit} WHERE id = 1`);
      answers.push((await pool.execute(`SELECT name FROM ${table}`))[0]);
      // The SDK forgets what it knows of the catalogue, and puts the same questions again.
      await pool.query('DROP TABLE IF EXISTS nothing_of_this_name');
    }
    return answers;
  };
  const bare = await answersOf(newPool(), await newCustomers());
  const wrapped = wrapRecorded(newPool(), new RecordingGate(), { connector: 'mysql' });
  expect(await answersOf(wrapped, await newCustomers())).toEqual(bare);
});
