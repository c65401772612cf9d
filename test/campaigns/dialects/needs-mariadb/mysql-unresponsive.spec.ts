import { connect } from 'node:net';
import { mysql } from '../../../../src/connectors/mysql/mysql.connector.js';
import { newTable, startWorld, type World } from '../../../connectors/needs-mariadb/world.js';
import { patience } from '../../../support/patience.mjs';
import { listenTcp } from '../../../support/tcp.js';

const TIMEOUT_MS = patience(100);
/** Asks for a prepared statement, after a length of three bytes and a number of one. */
const COM_STMT_PREPARE = 0x16;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('a statement whose preparation the server does not answer', () => {
  it('is given up after the time-out', async () => {
    const table = await newTable(world, 'id int PRIMARY KEY, name text');
    let prepares = 0;
    const silent = await listenTcp((client) => {
      const server = connect(world.server.port, '127.0.0.1').on('error', () => client.destroy());
      client.on('close', () => server.destroy());
      client.on('data', (message) => {
        if (message[4] === COM_STMT_PREPARE) prepares++;
        else server.write(message);
      });
      server.pipe(client);
    });
    const connectionString = world.url.replace(String(world.server.port), String(silent.port));
    const context = { ...world.context, credentials: { connectionString }, timeoutMs: TIMEOUT_MS };
    const payload = { table, match: { id: 1 }, values: { name: 'x' } };
    const captured = await mysql.capture({ apiName: 'mysql.rows.update', payload }, context);
    expect(captured).toEqual({ captured: false, reason: expect.stringContaining('timed out') });
    expect(prepares).toBe(1);
    await silent.stop();
  });
});
