import { type Connection, createConnection, type Pool, type RowDataPacket } from 'mysql2/promise';
import { isHeld } from '../../src/asking/covers.js';
import { wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';
import { closing, newPool, world } from './customers.js';

/** The rows of `kept` are deleted by what runs besides a statement. */
export const WIPES = 'DELETE FROM shop.kept';

/**
 * A connection without the mode with which mysql2 begins one, in which `stddev (1)` calls no function of the database.
 */
export let admin: Connection;

beforeAll(async () => {
  admin = await createConnection({ uri: world.url });
  await run(
    "SET SESSION sql_mode = ''",
    'CREATE TABLE kept (n int)',
    'CREATE TABLE one (n int)',
    'INSERT INTO one VALUES (1)',
    'CREATE TABLE plain (id int PRIMARY KEY AUTO_INCREMENT, a int)',
    `CREATE FUNCTION wipe() RETURNS int BEGIN ${WIPES}; RETURN 1; END`,
    `CREATE FUNCTION stddev (a int) RETURNS int BEGIN ${WIPES}; RETURN 1; END`,
    `CREATE PROCEDURE wipes() ${WIPES}`,
    'CREATE VIEW calling AS SELECT wipe() AS n',
  );
});
afterAll(() => admin.end());
beforeEach(() => run('DELETE FROM kept', 'INSERT INTO kept VALUES (1)'));

export const run = async (...texts: string[]) => {
  for (const text of texts) await admin.query(text);
};
export const isWiped = async () => (await admin.query<RowDataPacket[]>('SELECT n FROM kept'))[0].length === 0;

let tables = 0;
const COLUMNS = 'id int PRIMARY KEY AUTO_INCREMENT, a int, name varchar(40), updated_at datetime';

/** A table of two rows that runs these bodies at such an event. */
export async function tableThatRuns(event: string, ...bodies: string[]): Promise<string> {
  const table = `run_${++tables}`;
  await run(`CREATE TABLE ${table} (${COLUMNS})`, `INSERT INTO ${table} (a, name) VALUES (1, 'Ada'), (2, 'Bob')`);
  await run(
    ...bodies.map((body, index) => `CREATE TRIGGER ${table}_${index} ${event} ON ${table} FOR EACH ROW ${body}`),
  );
  return table;
}

export const holds = (gate: RecordingGate, operation = 'delete') =>
  gate.asked.map((call) => isHeld(call, (name) => name === `mysql.rows.${operation}`));

export type Asks = (client: Pool) => Promise<unknown>;
/** Runs a call; returns whether `rows.delete` covers it, and whether it deleted the rows of `kept`. */
export async function called(asks: Asks, raw: Pool = closing(newPool())): Promise<{ held: boolean[]; wiped: boolean }> {
  const gate = new RecordingGate();
  await asks(wrapRecorded(raw, gate, { connector: 'mysql' }));
  return { held: holds(gate), wiped: await isWiped() };
}
