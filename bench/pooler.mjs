import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../dist/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../dist/platform/database/migrations.js';
import { provision } from '../dist/platform/database/provision.js';
import { startPgBouncer } from '../test/support/pgbouncer.mjs';
import { startService } from '../test/support/service.mjs';
import { load } from './load.mjs';
import { registerTargets } from './organizations.mjs';

/**
 * What an ask costs with and without prepared statements, directly and through PgBouncer, in turns. CPU time is Linux's
 * own account, in ticks of 10 ms. It needs PgBouncer.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CONNECTIONS = [1, 16];
const MS_PER_TICK = 10;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** User and system time, with that of children that ended, in ms. */
function cpuOf(pid) {
  const [, , , , , , , , , , , ...times] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return times.slice(0, 4).reduce((sum, ticks) => sum + Number(ticks) * MS_PER_TICK, 0);
}

const parentOf = (pid) => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]);
  } catch {
    return null;
  }
};

const cpuOfTree = (root) =>
  [root, ...readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === root)].reduce(
    (sum, pid) => sum + cpuOf(pid),
    0,
  );

async function main() {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: directory, durable: true, tcp: true });
  const started = [];
  try {
    const { ownerUrl, serviceUrl } = await provision(server);
    await migrate(ownerUrl, serviceUrl);
    const pooler = await startPgBouncer([serviceUrl], { default_pool_size: '10' });
    started.push(pooler);
    const more = { QUOTA_TEAM: String(2 ** 40), TEST_UNDECLARED_ANSWERS: '', NODE_OPTIONS: '--no-warnings' };
    const start = async (name, url, prepared) => {
      const env = { ...more, DATABASE_URL: url, DATABASE_PREPARED_STATEMENTS: prepared };
      const service = await startService(env);
      started.push(service);
      return { name, service, targets: await registerTargets(service, 1, 16) };
    };
    const sides = [
      await start('direct, on', serviceUrl, 'on'),
      await start('direct, off', serviceUrl, 'off'),
      await start('PgBouncer, off', pooler.through(serviceUrl), 'off'),
    ];
    const results = await measure(sides, { server, pooler });
    print(results);
  } finally {
    for (const one of started.toReversed()) await one.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(sides, { server, pooler }) {
  const results = new Map();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const connections of CONNECTIONS)
      for (const side of round % 2 ? sides : sides.toReversed()) {
        const cpu = () => [cpuOf(side.service.pid), cpuOfTree(server.pid), cpuOf(pooler.pid)];
        const before = cpu();
        const { url } = side.service;
        const { perSecond, count, failures } = await load({
          url,
          targets: side.targets,
          connections,
          seconds: SECONDS,
        });
        if (failures.length > 0) throw new Error(`${side.name}: ${failures.slice(0, 5).join(', ')}`);
        const each = cpu().map((ms, index) => (ms - before[index]) / count);
        const label = `${side.name} | ${connections}`;
        process.stderr.write(`round ${round}/${ROUNDS}  ${label}: ${perSecond.toFixed(0)}/s\n`);
        // The first round only warms up.
        if (round > 0) results.set(label, [...(results.get(label) ?? []), [perSecond, ...each]]);
      }
  }
  return results;
}

function print(results) {
  console.log(
    '| connection, prepared statements | clients | asks /s | CPU ms an ask: service | PostgreSQL | PgBouncer |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [label, rounds] of results) {
    const [rate, ...cpu] = rounds[0].map((_, column) => median(rounds.map((round) => round[column])));
    console.log(`| ${[label, rate.toFixed(0), ...cpu.map((ms) => ms.toFixed(2))].join(' | ')} |`);
  }
}

await main();
