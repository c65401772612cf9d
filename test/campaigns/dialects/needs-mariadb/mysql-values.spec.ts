import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { Json, JsonObject } from '../../../../src/connectors/connector.js';
import { roundTrip } from '../../../../src/connectors/connector.testkit.js';
import { mysql } from '../../../../src/connectors/mysql/mysql.connector.js';
import { AS_LEFT } from '../../../../src/connectors/proof/proof.js';
import { newTable, startWorld, tripOf, type World } from '../../../connectors/needs-mariadb/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Type, a value as SQL, another one as SQL, and that one as the payload has it. */
const TYPES: [string, string, string, Json][] = [
  ['BIGINT', '-9223372036854775808', '9223372036854775807', '9223372036854775807'],
  ['BIGINT UNSIGNED', '18446744073709551615', '18446744073709551614', '18446744073709551614'],
  ['INT(5) ZEROFILL', '7', '8', 8],
  ['DECIMAL(65,30)', '12345678901234567890123456789012345.123456789012345678901234567891', '1.5', 1.5],
  ['DECIMAL(10,2)', '0.1', '1.005', 1.005],
  ['FLOAT', '16777216.0', '0.1', 0.1],
  ['DOUBLE', '0.30000000000000004', '1e-300', 1e-300],
  ['BIT(12)', "b'101010101010'", '5', 5],
  ['BOOLEAN', 'FALSE', 'TRUE', true],
  ['CHAR(10)', "'pad'", "'two  '", 'two  '],
  ['VARCHAR(40)', "'trailing  '", "'ünïcödé 😀 \\\\ '' \"'", 'ünïcödé 😀 \\ \' "'],
  ['VARCHAR(40) CHARACTER SET latin1', "'größe'", "'GRÖSSE'", 'GRÖSSE'],
  ['TEXT', "'a\\nb'", "''", ''],
  ["ENUM('small', 'LARGE')", "'small'", "'large'", 'large'],
  ["SET('a', 'b')", "'a,b'", "'b'", 'b'],
  ['JSON', '\'{"b": [1, 1.50], "a": 9007199254740993}\'', '\'{"x": {"z": 1, "y": 2}}\'', { x: { y: 2, z: 1 } }],
  ['BINARY(4)', "x'00FF'", "x'0102'", { $base64: 'AQI=' }],
  ['VARBINARY(99)', `x'${'00ff80'.repeat(33)}'`, "'text'", 'text'],
  ['BLOB', "x'FFFE'", "x''", { $base64: '' }],
  ['DATE', "'0000-00-00'", "'2024-02-29'", '2024-02-29'],
  ['DATETIME(6)', "'1000-01-01 00:00:00.000001'", "'2024-02-29 10:00:00.5'", '2024-02-29T10:00:00.5'],
  ['TIMESTAMP(3) NULL', "'2001-09-09 01:46:40.123'", "'2024-02-29 10:00:00'", '2024-02-29 10:00:00'],
  ['TIME(2)', "'-838:59:59'", "'12:30:00.25'", '12:30:00.25'],
  ['YEAR', '1901', '2155', 2155],
  ['UUID', "'123e4567-e89b-12d3-a456-426614174000'", 'NULL', null],
  ['VARCHAR(9)', 'NULL', "'null'", 'null'],
];

describe('a value is restored to the last digit', () => {
  const columns = TYPES.map(([type], i) => `v${i} ${type}`).join(', ');
  const before = TYPES.map(([, sql]) => sql).join(', ');
  const after = TYPES.map(([, , sql]) => sql).join(', ');
  const assignments = TYPES.map(([, , sql], i) => `v${i} = ${sql}`).join(', ');
  const values: JsonObject = Object.fromEntries(TYPES.map(([, , , payload], i) => [`v${i}`, payload]));

  it('after an update, a deletion and an insert, of every type', async () => {
    const table = await newTable(world, `id INT PRIMARY KEY, ${columns}`);
    await world.sql(`SET STATEMENT sql_mode = '' FOR INSERT INTO ${table} VALUES (1, ${before})`);
    const update = { table, match: { id: 1 }, values };
    await roundTrip(tripOf(world, 'update', update, `UPDATE ${table} SET ${assignments} WHERE id = 1`));
    await roundTrip(tripOf(world, 'delete', { table, match: { id: 1 } }, `DELETE FROM ${table}`));
    const insert = { table, values: { id: 2, ...values } };
    await roundTrip(tripOf(world, 'insert', insert, `INSERT INTO ${table} VALUES (2, ${after})`));
  });

  it('also where the default time zone of the server is not UTC', async () => {
    const moment = '2024-02-29 10:00:00';
    const table = await newTable(world, 'id INT PRIMARY KEY, v TIMESTAMP NULL');
    await world.sql(`SET GLOBAL time_zone = '+05:30'`);
    const connection = await createConnection({ uri: world.url, dateStrings: true });
    try {
      await connection.query(`INSERT INTO ${table} VALUES (1, '2020-01-01 00:00:00'), (2, ?)`, [moment]);
      const act = (sql: string) => async () => (await connection.query(sql))[0];
      const update = { table, match: { v: '2020-01-01 00:00:00' }, values: { v: moment } };
      const call = tripOf(world, 'update', update, '');
      await roundTrip({ ...call, act: act(`UPDATE ${table} SET v = '${moment}' WHERE v = '2020-01-01 00:00:00'`) });
    } finally {
      await connection.end();
      await world.sql(`SET GLOBAL time_zone = 'SYSTEM'`);
    }
  });

  it.each([
    ['that changed since', undefined, '2024-02-29 10:00:00', "TIMESTAMP'2024-02-29 04:30:00'"],
    ["of the agent's connection", '-03:00', '2024-02-29 10:00:00', "TIMESTAMP'2024-02-29 13:00:00'"],
    ['of a connection in UTC', 'UTC', '2024-02-29 10:00:00', "TIMESTAMP'2024-02-29 10:00:00'"],
  ])('also when a time is read in a default time zone %s', async (_, timeZone, moment, utc) => {
    const table = await newTable(world, 'id INT PRIMARY KEY, v TIMESTAMP NULL');
    await world.sql(`SET GLOBAL time_zone = '+05:30'`);
    const connection = await createConnection({ uri: world.url, dateStrings: true, timezone: 'Z' });
    const [[told]] = await connection.query<RowDataPacket[]>('SELECT @@hostname AS h, @@port AS p, @@datadir AS d');
    const server = JSON.stringify([told?.h, String(told?.p), told?.d]);
    const at = { server, database: 'shop', path: ['shop'], table: { schema: 'shop', temporary: false } };
    const reported = { ...at, settings: { timeZone: timeZone ?? '' } };
    try {
      await connection.query(`SET time_zone = '+00:00'`);
      await connection.query(`INSERT INTO ${table} VALUES (1, '2020-01-01 00:00:00')`);
      const apiName = 'mysql.rows.update';
      const payload = { table, match: { id: 1 }, values: { v: moment } };
      const call = { apiName, payload, ...(timeZone !== undefined && { connection: reported }) };
      const capture = await mysql.capture(call, world.context);
      if (!capture.captured) throw new Error(capture.reason);
      const snapshot = JSON.parse(JSON.stringify(capture.content));
      await connection.query(`UPDATE ${table} SET v = ${utc} WHERE id = 1`);
      await world.sql(`SET GLOBAL time_zone = '+02:00'`);
      const effect = { apiName, payload, response: { affectedRows: 1 }, snapshot };
      expect(await mysql.probeOutcome(effect, world.context)).toEqual(AS_LEFT);
      expect(await mysql.undo(effect, 'skip', world.context)).toMatchObject({ outcome: 'done' });
      const [[row]] = await connection.query<RowDataPacket[]>(`SELECT v FROM ${table}`);
      expect(row?.v).toBe('2020-01-01 00:00:00');
    } finally {
      await connection.end();
      await world.sql(`SET GLOBAL time_zone = 'SYSTEM'`);
    }
  });

  it('keys of every kind find their rows again', async () => {
    const keys: [string, string, Json][] = [
      ['BIGINT UNSIGNED', '18446744073709551615', '18446744073709551615'],
      ['DECIMAL(20,5)', '1.5', 1.5],
      ['VARBINARY(8)', "x'00FF'", { $base64: 'AP8=' }],
      ['VARCHAR(20)', "'Straße'", 'Straße'],
      ['DATETIME', "'2024-01-01 00:00:00'", '2024-01-01 00:00:00'],
      ['BIT(4)', '9', 9],
    ];
    for (const [type, sql, payload] of keys) {
      const table = await newTable(world, `k ${type}, n INT, PRIMARY KEY (k, n)`);
      const insert: JsonObject = { table, values: { k: payload, n: 1 } };
      await roundTrip(tripOf(world, 'insert', insert, `INSERT INTO ${table} VALUES (${sql}, 1)`));
      await world.sql(`INSERT INTO ${table} VALUES (${sql}, 1)`);
      await roundTrip(tripOf(world, 'delete', { table, match: { n: 1 } }, `DELETE FROM ${table}`));
    }
  });
});
