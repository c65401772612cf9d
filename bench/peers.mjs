import pg from 'pg';
import { installApart } from '../scripts/install-apart.mjs';
import { load } from './load.mjs';
import { registerTargets } from './organizations.mjs';
import { cpuMsOfFamily, rest } from './processor-time.mjs';
import { postmasterOf, setDatabase } from './stage.mjs';

/**
 * A recorded call of the service, ask and confirmation, beside one of those who do the nearest thing, in short turns. Each is
 * set up as its documentation says (peers/), on the same PostgreSQL where it needs one. Only ratios mean anything. A missed
 * goal is shown and fails nothing; an answer that is not 2xx does. Reads /proc, so it needs Linux.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
/** The share of a turn's seconds that is not counted. */
const SKIPPED = 0.25;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const CONNECTIONS = [1, 32];

const PEERS = [
  {
    name: 'DBOS, workflow with a step',
    file: 'dbos.mjs',
    goal: 3.5,
    more: 'resumes the workflow by itself after a crash',
    less: 'knows no policy, quota, tenant or undo',
  },
  {
    name: 'Restate, one ctx.run',
    file: 'restate.mjs',
    path: '/calls/record',
    goal: 3,
    more: 'resumes the handler by itself after a crash; a log and a store of its own instead of PostgreSQL',
    less: 'knows no policy, quota, tenant or undo',
  },
  {
    name: 'LangGraph, interrupt and resume',
    file: 'langgraph.mjs',
    goal: 12,
    more: 'keeps the whole state of the graph and its history; has a person decide about each call',
    less: 'knows no policy, quota, tenant or undo; both halves in one request',
  },
];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

installApart(new URL('peers/', import.meta.url), 'the peers (once, 320 MB)');
const stage = await setDatabase();
/** All that have to be at rest before a turn: the service, the peers with their servers, and PostgreSQL. */
const processes = [];
try {
  const sides = [await ourSide(), ...(await Promise.all(PEERS.map(peerSide)))];
  processes.push(await postmasterOf(stage.database.superuserUrl), ...sides.map(({ server }) => server.pid));
  for (const side of sides) await warmUp(side);
  for (let round = 1; round <= ROUNDS; round++) {
    const order = round % 2 ? sides : sides.toReversed();
    for (const connections of CONNECTIONS) for (const side of order) await turn(side, connections);
    const rates = sides.map(({ turns }) => turns.at(-1).perSecond.toFixed(0));
    process.stderr.write(`round ${round} of ${ROUNDS}, calls/s from ${CONNECTIONS.at(-1)}: ${rates.join(' ')}\n`);
  }
  printCalls(sides);
} finally {
  await stage.clear();
}
const { timeDecisions } = await import('./peers/decisions.mjs');
process.stderr.write('policy decisions …\n');
console.log('\n| µs for a decision among | 10 policies | 100 | 1000 |\n| --- | --- | --- | --- |');
for (const { engine, microseconds } of await timeDecisions())
  console.log(`| ${[engine, ...microseconds.map((one) => one.toFixed(2))].join(' | ')} |`);

async function ourSide() {
  const server = await stage.startService();
  const targets = await registerTargets(server, 1, 32);
  return { name: 'Backstop, ask + confirm', server, targets, pairs: true, turns: [] };
}

async function peerSide({ name, file, path = '/calls' }) {
  const systemDatabase = `of_${file.replace('.mjs', '')}`;
  const { superuserUrl } = stage.database;
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${systemDatabase}`);
  await client.end();
  const url = new URL(superuserUrl);
  url.pathname = systemDatabase;
  const environment = { PATH: process.env.PATH, NODE_ENV: 'production', SYSTEM_DATABASE_URL: url.href };
  const server = await stage.start([`bench/peers/${file}`], '/', environment);
  return { name, server, targets: [{ path, authorization: 'none' }], pairs: false, turns: [] };
}

/** Until it answers: Restate's server listens before it knows the service. */
async function warmUp(side) {
  for (let tries = 1; ; tries++) {
    const { calls, failures } = await send(side, 1, 1);
    if (calls > 0 && failures.length === 0) break;
    if (tries === 20) throw new Error(`${side.name} answers ${failures.slice(0, 3).join() || 'nothing'}`);
  }
  await send(side, CONNECTIONS.at(-1), 2);
}

function send({ server, targets, pairs }, connections, seconds) {
  return load({ url: server.url, targets, pairs, connections, seconds, skipped: SKIPPED * seconds });
}

async function turn(side, connections) {
  await rest(() => processes.reduce((total, pid) => total + cpuMsOfFamily(pid), 0));
  const result = await send(side, connections, SECONDS);
  if (result.calls === 0) throw new Error(`${side.name} answered nothing`);
  if (result.failures.length > 0) throw new Error(`${side.name} failed: ${result.failures.slice(0, 5).join()}`);
  side.turns.push({ ...result, connections });
}

function printCalls([ours, ...peers]) {
  const of = ({ turns }, connections) => turns.filter((one) => one.connections === connections);
  const figures = (side) =>
    CONNECTIONS.map((connections) => {
      const turns = of(side, connections);
      return `${median(turns.map(({ perSecond }) => perSecond)).toFixed(0)} (${median(turns.map(({ p50 }) => p50)).toFixed(1)})`;
    });
  const ratios = (side, connections) =>
    of(side, connections).map(({ perSecond }, round) => of(ours, connections)[round].perSecond / perSecond);
  const rows = peers.map((side, index) => {
    const { goal, more, less } = PEERS[index];
    const [alone, together] = CONNECTIONS.map((connections) => ratios(side, connections));
    const ratio = median(together);
    const spread = `${ratio.toFixed(1)} (${Math.min(...together).toFixed(1)}–${Math.max(...together).toFixed(1)})`;
    return [
      side.name,
      ...figures(side),
      median(alone).toFixed(1),
      spread,
      goal,
      ratio < goal ? 'missed' : '',
      more,
      less,
    ];
  });
  const [one, many] = CONNECTIONS;
  const head = [
    'calls/s (p50 ms of a request; a pair has two) from',
    one,
    many,
    `Backstop ×, ${one}`,
    `×, ${many} (range)`,
    'goal',
    '',
  ];
  const line = (cells) => console.log(`| ${cells.join(' | ')} |`);
  line([...head, 'does more', 'does less']);
  line([...head, '', ''].map(() => '---'));
  line([ours.name, ...figures(ours), '', '', '', '', '', '']);
  rows.forEach(line);
}
