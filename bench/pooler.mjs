import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../dist/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../dist/platform/database/migrations.js';
import { provision } from '../dist/platform/database/provision.js';
import { startPgBouncer } from '../test/support/pgbouncer.mjs';
import { cpuMsOf } from './processor-time.mjs';

/**
 * Measures the statement that records a batch of asks with and without a prepared statement, directly and through
 * PgBouncer, in turns. The batch is empty: the statement differs, not its work. CPU time is Linux's own account,
 * because the time of day shows little on a busy machine.
 */
const STATEMENTS = Number(process.env.BENCH_STATEMENTS ?? 2_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);

const TEXT = "SELECT set_config('lock_timeout', $4, true), record_actions($1::uuid[], $2::uuid[], $3::json) AS answer";
const VALUES = [[], [], '[]', '200ms'];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const cpuOf = (pid) => cpuMsOf(pid) * 1_000;

async function connect(name, url, prepared) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const statement = { text: TEXT, values: VALUES, ...(prepared && { name: 'record_actions' }) };
  return { name, client, backend: rows[0].pid, statement, rounds: [] };
}

async function run({ client, backend, statement, rounds }, pooler) {
  const [server, between, own] = [cpuOf(backend), cpuOf(pooler.pid), process.cpuUsage()];
  for (let count = 0; count < STATEMENTS; count++) await client.query(statement);
  const { user, system } = process.cpuUsage(own);
  rounds.push([cpuOf(backend) - server, cpuOf(pooler.pid) - between, user + system].map((us) => us / STATEMENTS));
}

const directory = mkdtempSync(join(tmpdir(), 'backstop-bench-'));
const server = await startEmbeddedPostgres({ dataDir: directory, durable: true, tcp: true });
const started = [];
try {
  const { ownerUrl, serviceUrl } = await provision(server);
  await migrate(ownerUrl, serviceUrl);
  const pooler = await startPgBouncer([serviceUrl], { default_pool_size: '1' });
  started.push(pooler.stop);
  const sides = [
    await connect('direct, prepared', serviceUrl, true),
    await connect('direct, not prepared', serviceUrl, false),
    await connect('PgBouncer, not prepared', pooler.through(serviceUrl), false),
  ];
  for (const { client } of sides) started.push(() => client.end());
  for (let round = 0; round <= ROUNDS; round++) {
    for (const side of round % 2 ? sides : sides.toReversed()) await run(side, pooler);
    // It warms up.
    if (round === 0) for (const { rounds } of sides) rounds.pop();
  }
  console.log('| CPU µs a statement | PostgreSQL | PgBouncer | client |\n| --- | --- | --- | --- |');
  for (const { name, rounds } of sides) {
    const figures = [0, 1, 2].map((column) => median(rounds.map((round) => round[column])).toFixed(0));
    console.log(`| ${[name, ...figures].join(' | ')} |`);
  }
} finally {
  for (const stop of started.toReversed()) await stop();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
