import { setTimeout as sleep } from 'node:timers/promises';
import { holdPolls } from './held-polls.mjs';
import { load } from './load.mjs';
import { registerTargets } from './organizations.mjs';
import { memoryOf } from './processor-time.mjs';
import { freePort, setDatabase } from './stage.mjs';

/**
 * Measures whether the memory of the service grows over a long time: held long polls, asked again as soon as they are
 * answered, and logged calls, spread over the time. Reads /proc, so it needs Linux. A missed goal is shown and fails
 * nothing; an answer that is not 2xx does. `npm run bench -- memory`
 */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 30);
const POLLS = Number(process.env.BENCH_POLLS ?? 1_000);
const ACTIONS = Number(process.env.BENCH_ACTIONS ?? 100_000);
const GOAL_MB = 250;
const CONNECTIONS = 16;
const PARTS = 6;
const LOOK_MS = 1_000;

const stage = await setDatabase();
let letGo = () => undefined;
try {
  const metricsPort = await freePort();
  const service = await stage.startService({ METRICS_PORT: String(metricsPort) });
  const targets = await registerTargets(service, 1, 64);
  letGo = await holdPolls(service, targets[0], POLLS);
  await sleep(LOOK_MS);
  const seconds = (MINUTES * 60) / PARTS;
  const parts = [];
  for (let part = 1; part <= PARTS; part++) {
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, memoryOf(service.pid));
    }, LOOK_MS);
    const perSecond = ACTIONS / (MINUTES * 60);
    const { calls, failures } = await load({ url: service.url, targets, connections: CONNECTIONS, seconds, perSecond });
    clearInterval(look);
    if (failures.length > 0) throw new Error(`Logging failed: ${failures.slice(0, 5).join(', ')}`);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const held = Number(/^backstop_held_requests (\d+)/m.exec(metrics)?.[1]);
    parts.push({ most, calls, held });
    process.stderr.write(`${((part * MINUTES) / PARTS).toFixed(0)} of ${MINUTES} minutes: ${most.toFixed(0)} MB\n`);
  }
  console.log(
    '| minutes | logged calls | held long polls at the end | most memory, MB | at most |\n| --- | --- | --- | --- | --- |',
  );
  for (const [index, { most, calls, held }] of parts.entries())
    console.log(
      `| ${((index * MINUTES) / PARTS).toFixed(0)} to ${(((index + 1) * MINUTES) / PARTS).toFixed(0)} | ${calls} | ${held} | ${most.toFixed(0)} | ${GOAL_MB} |`,
    );
} finally {
  letGo();
  await stage.clear();
}
