import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdPolls } from './held-polls.mjs';
import { load } from './load.mjs';
import { registerTargets } from './organizations.mjs';
import { cpuMsOf, memoryOf } from './processor-time.mjs';
import { freePort, setDatabase } from './stage.mjs';

/**
 * Measures the service before it has work, and while agents wait: how soon a start answers and its processor time, the
 * memory of a service at rest, then with held long polls, then while calls are logged from 64 connections. Reads /proc,
 * so it needs Linux. A missed goal is shown and fails nothing. `npm run bench -- rest`
 */
const STARTS = Number(process.env.BENCH_STARTS ?? 9);
const REST_SECONDS = Number(process.env.BENCH_REST_SECONDS ?? 10);
const POLLS = Number(process.env.BENCH_POLLS ?? 1_000);
const ACTIONS = Number(process.env.BENCH_ACTIONS ?? 100_000);
const ENTRY = process.env.BENCH_ENTRY ?? 'dist/main.js';
const GOALS = { readyMs: 1_000, restMb: 140, busyMb: 250, delayMs: 20 };

const CONNECTIONS = 64;
const PARTS = 4;
/** The interval at which prom-client samples the delay of the event loop; its figure includes it. */
const DELAY_RESOLUTION_MS = 10;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function main() {
  const stage = await setDatabase();
  try {
    const starts = [];
    for (let start = 1; start <= STARTS; start++) {
      const service = await stage.startService({}, ENTRY);
      starts.push({ readyMs: service.readyMs, cpuMs: cpuMsOf(service.pid) });
      process.stderr.write(`start ${start} of ${STARTS}: ${service.readyMs.toFixed(0)} ms\n`);
      await service.stop();
    }
    const rest = await atRest(stage);
    const metricsPort = await freePort();
    const service = { ...(await stage.startService({ METRICS_PORT: String(metricsPort) }, ENTRY)), metricsPort };
    const polls = POLLS > 0 ? await whilePolled(service) : null;
    const actions = ACTIONS > 0 ? await whileLogging(service) : null;
    print(starts, rest, polls, actions);
  } finally {
    await stage.clear();
  }
}

/** Twice, because V8 gives back what the start left over only some twenty seconds later. */
async function atRest(stage) {
  const service = await stage.startService({}, ENTRY);
  await sleep(REST_SECONDS * 1_000);
  const early = memoryOf(service.pid);
  await sleep(2 * REST_SECONDS * 1_000);
  const figures = { early, late: memoryOf(service.pid), children: childrenOf(service.pid) };
  await service.stop();
  return figures;
}

/** Each waits on a connection of its own for one of a few approvals. */
async function whilePolled(service) {
  const [target] = await registerTargets(service, 1, 1);
  process.stderr.write(`holding ${POLLS} long polls …\n`);
  const letGo = await holdPolls(service, target, POLLS);
  try {
    await sleep(REST_SECONDS * 1_000);
    const early = memoryOf(service.pid);
    await sleep(2 * REST_SECONDS * 1_000);
    const late = memoryOf(service.pid);
    const held = Number(/^backstop_held_requests (\d+)/m.exec(await metricsOf(service))?.[1]);
    if (held !== POLLS) throw new Error(`The service holds ${held} of ${POLLS} long polls.`);
    return { early, late };
  } finally {
    letGo();
  }
}

/** In parts of equal size, so that memory that grows with the number of logged calls shows. */
async function whileLogging(service) {
  const targets = await registerTargets(service, 1, CONNECTIONS);
  await load({ url: service.url, targets, connections: CONNECTIONS, amount: ACTIONS / 20 });
  await metricsOf(service);
  const parts = [];
  for (let part = 1; part <= PARTS; part++) {
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, memoryOf(service.pid));
    }, 250);
    const { perSecond, failures } = await load({
      url: service.url,
      targets,
      connections: CONNECTIONS,
      amount: ACTIONS / PARTS,
    });
    clearInterval(look);
    if (failures.length > 0) throw new Error(`Logging failed: ${failures.slice(0, 5).join(', ')}`);
    const p99 = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await metricsOf(service))?.[1]) * 1_000;
    parts.push({ most, perSecond, delayMs: p99 - DELAY_RESOLUTION_MS });
    process.stderr.write(`part ${part} of ${PARTS}: ${perSecond.toFixed(0)} calls/s, ${most.toFixed(0)} MB\n`);
  }
  await sleep(REST_SECONDS * 1_000);
  return { parts, after: memoryOf(service.pid) };
}

/** Returns, for each figure, the change since the scrape before. */
const metricsOf = async ({ metricsPort }) => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  ).length;

function print(starts, rest, polls, actions) {
  const of = (figure) => starts.map((start) => start[figure]);
  const range = (values) => `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;
  const rows = [
    [
      `ready, median of ${STARTS} starts (range)`,
      `${median(of('readyMs')).toFixed(0)} ms (${range(of('readyMs'))})`,
      `${GOALS.readyMs} ms`,
    ],
    ['processor time of a start, median (range)', `${median(of('cpuMs'))} ms (${range(of('cpuMs'))})`, ''],
    [
      `memory after ${REST_SECONDS} s / ${3 * REST_SECONDS} s at rest`,
      `${rest.early.toFixed(0)} / ${rest.late.toFixed(0)} MB, ${rest.children} child processes`,
      `${GOALS.restMb} MB`,
    ],
  ];
  if (polls)
    rows.push([
      `memory with ${POLLS} held long polls, after ${REST_SECONDS} s / ${3 * REST_SECONDS} s`,
      `${polls.early.toFixed(0)} / ${polls.late.toFixed(0)} MB`,
      `${GOALS.busyMb} MB`,
    ]);
  if (actions) {
    const each = (figure) => actions.parts.map((part) => part[figure].toFixed(0)).join(' / ');
    rows.push(
      [`most memory in each quarter of ${ACTIONS} logged calls`, `${each('most')} MB`, `${GOALS.busyMb} MB`],
      [`memory ${REST_SECONDS} s later`, `${actions.after.toFixed(0)} MB`, `${GOALS.busyMb} MB`],
      ['event-loop delay, p99 of each quarter', `${each('delayMs')} ms`, `${GOALS.delayMs} ms`],
      ['logged calls per second', each('perSecond'), ''],
    );
  }
  console.log('| of the service | measured | at most |\n| --- | --- | --- |');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

await main();
