import { load } from './load.mjs';
import { registerTargets } from './organizations.mjs';
import { cpuMsOf, cpuMsOfFamily, rest } from './processor-time.mjs';
import { isAllEvaluated, postmasterOf, setDatabase } from './stage.mjs';

/**
 * Compares two processes of the service on one PostgreSQL with one, in short turns: the same connections in all, to the
 * same organizations. Only the ratio and the processor time of a call mean anything. A missed goal is shown and fails
 * nothing; an answer that is not 2xx does. Reads /proc, so it needs Linux.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 0.8);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 18);
const CONNECTIONS = 64;
const GOAL = 1;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const ratioOf = ({ 1: one, 2: two }) => two.perSecond / one.perSecond;
const sum = (values) => values.reduce((total, value) => total + value, 0);

const stage = await setDatabase();
try {
  const services = [await stage.startService(), await stage.startService()];
  const [service] = services;
  const postmaster = await postmasterOf(stage.database.superuserUrl);
  const cpuMs = () => [sum(services.map(({ pid }) => cpuMsOf(pid))), cpuMsOfFamily(postmaster)];
  const cells = [
    { name: 'ask, 1 organization', targets: await registerTargets(service, 1, CONNECTIONS), pairs: false },
    { name: 'ask, 64 organizations', targets: await registerTargets(service, CONNECTIONS, 1), pairs: false },
  ].flatMap((cell) => [cell, { ...cell, name: cell.name.replace('ask', 'ask + confirm'), pairs: true }]);
  const turn = async ({ name, targets, pairs }, used) => {
    await rest(
      () => sum(cpuMs()),
      () => isAllEvaluated(stage.database.superuserUrl),
    );
    const before = cpuMs();
    const connections = CONNECTIONS / used.length;
    const results = await Promise.all(
      used.map(({ url }) => load({ url, targets, pairs, connections, seconds: SECONDS })),
    );
    const failures = results.flatMap((result) => result.failures);
    if (failures.length > 0) throw new Error(`${name} failed: ${failures.slice(0, 5).join()}`);
    const calls = sum(results.map((result) => result.calls));
    return {
      perSecond: sum(results.map(({ perSecond }) => perSecond)),
      cpu: cpuMs().map((ms, index) => (ms - before[index]) / calls),
    };
  };
  for (const cell of cells) await turn(cell, services);
  for (const cell of cells) cell.rounds = [];
  for (let round = 1; round <= ROUNDS; round++) {
    for (const cell of cells) {
      const results = {};
      const order = [services.slice(0, 1), services];
      for (const used of round % 2 ? order : order.toReversed()) results[used.length] = await turn(cell, used);
      cell.rounds.push(results);
    }
    const ratios = cells.map(({ rounds }) => ratioOf(rounds.at(-1)).toFixed(2));
    process.stderr.write(`round ${round} of ${ROUNDS}: ${ratios.join(' ')}\n`);
  }
  console.log(
    `| calls/s from ${CONNECTIONS} connections (CPU ms a call: Node + PostgreSQL) | one process | two | ratio (range) | goal | |\n| --- | --- | --- | --- | --- | --- |`,
  );
  for (const { name, rounds } of cells) {
    const ratios = rounds.map(ratioOf);
    const ratio = median(ratios);
    const range = `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
    const figures = [1, 2].map((used) => {
      const of = (figure) => median(rounds.map((round) => figure(round[used])));
      const cpu = [0, 1].map((part) => of((result) => result.cpu[part]).toFixed(2));
      return `${of(({ perSecond }) => perSecond).toFixed(0)} (${cpu.join(' + ')})`;
    });
    console.log(`| ${[name, ...figures, range, GOAL.toFixed(2), ratio < GOAL ? 'missed' : ''].join(' | ')} |`);
  }
} finally {
  await stage.clear();
}
