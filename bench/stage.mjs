import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionSettings } from '../dist/platform/database/connection.js';
import { startLocalDatabase } from '../dist/platform/database/local-database.js';

/**
 * A durable PostgreSQL to throw away, and on it the built service and the reference, each a process of its own.
 * @param variables further settings of the service
 */
export async function setStage(variables = {}) {
  const stage = await setDatabase();
  try {
    await makeReferenceTable(stage.database);
    const service = await stage.startService(variables);
    const reference = await stage.start(['bench/reference.mjs'], '/', environmentOf(stage.database));
    const { superuserUrl } = stage.database;
    return { service, reference, superuserUrl, postmaster: await postmasterOf(superuserUrl), clear: stage.clear };
  } catch (error) {
    await stage.clear();
    throw error;
  }
}

/** The database alone, migrated, and what starts processes on it. `settings` are PostgreSQL's. */
export async function setDatabase(settings = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-bench-'));
  const database = await startLocalDatabase(directory, { durable: true, settings });
  const processes = [];
  const start = (command, path, environment) => startServer(processes, command, path, environment);
  const startService = (variables = {}, entry = 'dist/bundle/main.js') =>
    start([entry], '/health', {
      ...environmentOf(database),
      JWT_SECRET: 'the secret of the benchmark, long enough',
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
      DEFAULT_PLAN: 'TEAM',
      QUOTA_TEAM: String(2 ** 40),
      RATE_LIMIT_MULTIPLIER: '100000',
      LOG_LEVEL: 'info',
      ...variables,
    });
  const clear = async () => {
    for (const child of processes) await stop(child);
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { database, start, startService, clear };
}

const environmentOf = ({ serviceUrl }) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  DATABASE_URL: serviceUrl,
});

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The process that has PostgreSQL's other ones for children. */
export async function postmasterOf(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'));
  await client.end();
  return Number(parent);
}

/** Every call that was logged is evaluated: the service has put nothing off. */
export async function isAllEvaluated(superuserUrl) {
  const client = new pg.Client({ connectionString: superuserUrl.replace(/\/[^/]*$/, '/backstop') });
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*)::int AS waiting FROM sessions s LEFT JOIN session_intents i ON i.session_id = s.id
     WHERE s.last_sequence > coalesce(i.evaluated_sequence, 0)`,
  );
  await client.end();
  return rows[0].waiting === 0;
}

/** In a schema of its own: the service refuses to start beside a table of `public` without row-level security. */
async function makeReferenceTable({ ownerUrl, serviceUrl }) {
  const { user: serviceRole } = connectionSettings(serviceUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('CREATE SCHEMA bench');
  await client.query(`CREATE TABLE bench.calls (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, call json NOT NULL, outcome json,
    idempotency_key text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now())`);
  await client.query(`GRANT USAGE ON SCHEMA bench TO ${serviceRole}`);
  await client.query(`GRANT SELECT, INSERT, UPDATE ON bench.calls TO ${serviceRole}`);
  await client.end();
}

/** Logs as in production, to nowhere; ready when it answers anything at `path`. */
async function startServer(processes, command, path, environment) {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, command, {
    env: { DRAIN_SECONDS: '0', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  processes.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = begun + 20_000; performance.now() < deadline; await sleep(10)) {
    if (child.exitCode !== null) break;
    if (await fetch(url + path).catch(() => null))
      return { url, pid: child.pid, readyMs: performance.now() - begun, stop: () => stop(child) };
  }
  throw new Error(`${command.join(' ')} did not come up`);
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
