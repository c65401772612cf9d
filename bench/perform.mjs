import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../dist/platform/database/embedded/embedded-postgres.js';
import { Backstop, wrap } from '../sdk/dist/esm/index.js';
import { registerTargets } from './organizations.mjs';
import { startProviders } from './perform/providers.mjs';
import { cpuMsOf, cpuMsOfFamily, rest } from './processor-time.mjs';
import { postmasterOf, setStage } from './stage.mjs';

/**
 * An UPDATE of one row at a PostgreSQL of this machine, in turns: by a bare client, through `wrap()` with its capture, and
 * made by the service; then captures alone beside asks, by the processor time of the service with its interpreters, of its
 * PostgreSQL and of the customer's, and those of MySQL, Redis and an HTTP API beside them. Only the ratios mean anything. Needs Linux.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1.5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROWS = 64;
const GOALS = {
  latency: 'performed at most 0.8 of wrapped at 1 connection, wrapped at most 4 of bare',
  rate: 'performed at least 2 of wrapped at 16 connections',
  capture: "a capture at most 5 asks of processor time, and 2 in the customer's database",
};
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const ratio = (rounds, one, other) => median(rounds.map((round) => round[one] / round[other]));

const directory = mkdtempSync(join(tmpdir(), 'backstop-bench-customers-'));
const customers = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), durable: true, tcp: true });
const stage = await setStage({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1' });
const pools = [];
const providers = await startProviders(ROWS);
try {
  const connectionString = customers.superuserUrl;
  const customersPid = await postmasterOf(connectionString);
  const open = () => {
    const pool = new pg.Pool({ connectionString, max: 16 });
    pools.push(pool);
    return pool;
  };
  const bare = open();
  await bare.query('CREATE TABLE counted (id int PRIMARY KEY, n int NOT NULL)');
  await bare.query(`INSERT INTO counted SELECT n, 0 FROM generate_series(0, ${ROWS - 1}) AS n`);

  const { url } = stage.service;
  const [{ authorization, operator }] = await registerTargets(stage.service, 1, 1);
  const send = async (method, path, body, by = authorization) => {
    const headers = { authorization: by, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const credential = { values: { connectionString }, agentOperations: ['postgres.*'] };
  await send('PUT', '/settings/credentials/postgres', credential, operator);
  for (const { connector, values } of providers.all)
    await send('PUT', `/settings/credentials/${connector}`, { values }, operator);
  const backstop = new Backstop({ baseUrl: url, apiKey: authorization.replace('Bearer ', ''), outbox: false });
  const lanes = await Promise.all(
    Array.from({ length: 16 }, async (_, lane) => {
      const session = await backstop.createSession({ agentId: `bench-${lane}`, intent: 'count up' });
      return { session, wrapped: wrap(open(), session, { connector: 'postgres' }), id: lane };
    }),
  );
  let n = 0;
  const SQL = 'UPDATE counted SET n = $1 WHERE id = $2';
  const payload = (id) => ({ table: 'counted', match: { id }, values: { n: ++n } });
  const ask = (lane, more) => send('POST', `/sessions/${lane.session.id}/actions`, more);
  const capture = async (lane, call) => {
    const found = await send('POST', `/sessions/${lane.session.id}/actions/precapture`, call);
    if (found.captureFailed) throw new Error(`${call.apiName} was not captured`);
  };
  const RUNS = {
    bare: ({ id }) => bare.query(SQL, [++n, id]),
    wrapped: ({ wrapped, id }) => wrapped.query(SQL, [++n, id]),
    performed: async (lane) => {
      const call = { apiName: 'postgres.rows.update', payload: payload(lane.id), perform: true };
      const { status, response } = await ask(lane, call);
      if (status !== 'SUCCESS') throw new Error(`a performed call is ${status}: ${JSON.stringify(response)}`);
    },
    ask: (lane) => ask(lane, { apiName: 'bench.things.update', operationType: 'UPDATE', payload: { id: lane.id } }),
    'capture of a row': (lane) => capture(lane, { apiName: 'postgres.rows.update', payload: payload(lane.id) }),
    'capture of a statement': (lane) =>
      capture(lane, { apiName: 'postgres.query', payload: { sql: SQL, values: [++n, lane.id] } }),
    ...Object.fromEntries(
      providers.all.map(({ connector, call }) => [
        `capture of ${connector}`,
        (lane) => capture(lane, call(lane.id, ++n)),
      ]),
    ),
  };

  const { pid } = stage.service;
  const theirs = () => cpuMsOfFamily(customersPid);
  const cpu = () => cpuMsOfFamily(pid) + cpuMsOfFamily(stage.postmaster) + theirs();
  const turn = async (run, connections) => {
    await rest(cpu);
    const [begin, before, own, customer] = [performance.now(), cpu(), cpuMsOf(pid), theirs()];
    const until = begin + SECONDS * 1000;
    let calls = 0;
    const worker = async (lane) => {
      while (performance.now() < until) {
        await run(lane);
        calls += 1;
      }
    };
    await Promise.all(lanes.slice(0, connections).map(worker));
    const ms = performance.now() - begin;
    return {
      each: (ms * connections) / calls,
      rate: (calls * 1000) / ms,
      cpu: (cpu() - before) / calls,
      own: (cpuMsOf(pid) - own) / calls,
      customer: (theirs() - customer) / calls,
    };
  };
  const measure = async (names, connections) => {
    for (const name of names) await RUNS[name](lanes[0]);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = {};
      for (const name of round % 2 ? names.toReversed() : names) found[name] = await turn(RUNS[name], connections);
      rounds.push(found);
      process.stderr.write(`${connections} connections, round ${round + 1} of ${ROUNDS}\n`);
    }
    return rounds;
  };
  const of = (rounds, figure) =>
    rounds.map((round) => Object.fromEntries(Object.entries(round).map(([name, found]) => [name, found[figure]])));
  const ofOne = (rounds, name, figure) => median(rounds.map((round) => round[name][figure])).toFixed(2);

  const sides = ['bare', 'wrapped', 'performed'];
  const single = await measure(sides, 1);
  const many = await measure(sides, 16);
  const kinds = Object.keys(RUNS).filter((name) => name.startsWith('capture'));
  const captures = await measure(['ask', ...kinds], 1);
  console.log('| UPDATE of one row | bare | wrapped | performed | performed / wrapped | wrapped / bare |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [label, rounds, figure] of [
    ['ms each, 1 connection', single, 'each'],
    ['calls per second, 16 connections', many, 'rate'],
    ['processor ms each, 1 connection', single, 'cpu'],
  ]) {
    const cells = sides.map((name) => ofOne(rounds, name, figure));
    const ratios = [ratio(of(rounds, figure), 'performed', 'wrapped'), ratio(of(rounds, figure), 'wrapped', 'bare')];
    console.log(`| ${[label, ...cells, ...ratios.map((one) => one.toFixed(2))].join(' | ')} |`);
  }
  console.log(`\n| | ask | ${kinds.map((kind) => `${kind} (× ask)`).join(' | ')} |`);
  console.log(`| --- | --- | ${kinds.map(() => '---').join(' | ')} |`);
  for (const [label, figure] of [
    ['ms each', 'each'],
    ['processor ms each, all processes', 'cpu'],
    ['processor ms each, the service alone', 'own'],
    ["processor ms each, the customer's PostgreSQL", 'customer'],
  ]) {
    const asked = median(captures.map((round) => round.ask[figure === 'customer' ? 'cpu' : figure]));
    const cells = kinds.map((kind) => {
      const each = Number(ofOne(captures, kind, figure));
      return `${each.toFixed(2)} (${(each / asked).toFixed(2)})`;
    });
    console.log(`| ${[label, ofOne(captures, 'ask', figure), ...cells].join(' | ')} |`);
  }
  console.log(`\nGoals: ${Object.values(GOALS).join('; ')}.`);
} finally {
  await Promise.all(pools.map((pool) => pool.end()));
  await stage.clear();
  await Promise.all([customers.stop(), providers.stop()]);
  rmSync(directory, { recursive: true, force: true });
}
