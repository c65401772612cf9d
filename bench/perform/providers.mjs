import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import { startMariaDB } from '../../test/support/mariadb.mjs';
import { missing } from '../../test/support/needs.mjs';
import { startRedis } from '../../test/support/redis.mjs';

/** The operation that the operator has declared for the HTTP provider. */
const DECLARED = [
  {
    method: 'PATCH',
    path: '/things/{id}',
    capture: { path: '/things/{id}', fields: ['n'] },
    undo: { method: 'PATCH', path: '/things/{id}', body: '{{*}}' },
  },
];

/**
 * Providers beside PostgreSQL whose captures are measured: those whose server is installed. Each has the credential of
 * its connector, and a call that changes one row, key or thing.
 */
export async function startProviders(rows) {
  const isMissing = (name) => missing.some(({ folder }) => folder.includes(`needs-${name}`));
  const started = [await startHttp()];
  if (!isMissing('mariadb')) started.push(await startMysql(rows));
  if (!isMissing('redis')) started.push(await startKeys(rows));
  return { all: started, stop: () => Promise.all(started.map((one) => one.stop())) };
}

async function startMysql(rows) {
  const server = await startMariaDB();
  const client = await mysql.createConnection({ uri: server.url });
  await client.query('CREATE DATABASE shop');
  await client.query('USE shop');
  await client.query('CREATE TABLE counted (id int PRIMARY KEY, n int NOT NULL)');
  await client.query(`INSERT INTO counted SELECT seq, 0 FROM seq_0_to_${rows - 1}`);
  await client.end();
  return {
    connector: 'mysql',
    values: { connectionString: `${server.url}/shop` },
    call: (id, n) => ({ apiName: 'mysql.rows.update', payload: { table: 'counted', match: { id }, values: { n } } }),
    stop: server.stop,
  };
}

async function startKeys(rows) {
  const server = await startRedis();
  const client = new Redis(server.url);
  for (let id = 0; id < rows; id += 1) await client.set(`counted:${id}`, '0');
  client.disconnect();
  return {
    connector: 'redis',
    values: { url: server.url },
    call: (id, n) => ({ apiName: 'redis.keys.set', payload: { key: `counted:${id}`, value: String(n) } }),
    stop: server.stop,
  };
}

/** It answers in this process, whose processor time counts for no side. */
async function startHttp() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"n":0}');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address();
  return {
    connector: 'http',
    values: { baseUrl: `http://127.0.0.1:${port}`, operations: JSON.stringify(DECLARED) },
    call: (id, n) => ({ apiName: 'http.requests.patch', payload: { path: `/things/${id}`, body: { n } } }),
    stop: () => new Promise((closed) => server.close(closed)),
  };
}
