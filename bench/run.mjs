import { load } from './load.mjs';
import { registerTargets } from './organizations.mjs';
import { timePolicyDecision } from './policy-decision.mjs';
import { cpuMsOf, cpuMsOfFamily, rest } from './processor-time.mjs';
import { isAllEvaluated, setStage } from './stage.mjs';
import { timePassedCall } from './wrapped-call.mjs';

/**
 * Measures the service beside the reference, in many short turns, so that what else the machine does meets both alike. Only
 * the ratios and the processor time of a call mean anything. Before each turn the service and PostgreSQL come to rest: what
 * one turn put off must not be done in the next. A missed goal is shown and fails nothing; an answer that is not 2xx does.
 * Reads /proc, so it needs Linux.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 0.8);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12);
const MANY = 64;
const CONNECTIONS = [1, 16, 64];
const GOALS = {
  'ask, 1': [0.5, 0.85, 1.2],
  [`ask, ${MANY}`]: [0.5, 0.75, 1.0],
  'ask + confirm, 1': [0.5, 0.8, 1.1],
  [`ask + confirm, ${MANY}`]: [0.5, 0.8, 1.1],
  // Half the rate of an ask that no window looks at.
  'ask under a window, 1': [0.25, 0.42, 0.6],
};
/** The processor time of Node and PostgreSQL together, for an ask of one busy organization from so many connections. */
const CPU_GOAL = { workload: 'ask, 1', connections: 64, ms: 0.3 };
/** The factor by which the 99th percentile of a request may exceed the median. */
const TAIL_GOAL = 4;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const sum = (values) => values.reduce((total, value) => total + value, 0);
const only = process.env.BENCH_ONLY ?? '';

async function main() {
  const stage = await setStage();
  try {
    process.stderr.write(`Registering ${MANY + 1} organizations …\n`);
    const hot = await registerTargets(stage.service, 1, MANY);
    const many = await registerTargets(stage.service, MANY, 1);
    const windowed = await registerTargets(stage.service, 1, MANY, true);
    const cells = [false, true]
      .flatMap((pairs) =>
        (pairs ? [hot, many] : [hot, many, windowed]).flatMap((targets) =>
          CONNECTIONS.map((connections) => {
            const organizations = targets === many ? MANY : 1;
            const kind = targets === windowed ? 'ask under a window' : pairs ? 'ask + confirm' : 'ask';
            const workload = `${kind}, ${organizations}`;
            const goal = GOALS[workload]?.[CONNECTIONS.indexOf(connections)];
            return { pairs, targets, connections, organizations, workload, goal, rounds: [] };
          }),
        ),
      )
      .filter(({ workload, connections }) => `${workload} x ${connections}`.startsWith(only));
    await measure(stage, cells);
    print(cells);
  } finally {
    await stage.clear();
  }
}

async function measure({ service, reference, postmaster, superuserUrl }, cells) {
  const sides = [
    {
      name: 'reference',
      server: reference,
      of: ({ targets }) => targets.map((target) => ({ ...target, path: '/calls' })),
    },
    { name: 'service', server: service, of: ({ targets }) => targets },
  ];
  const cpuMs = ({ pid }) => [cpuMsOf(pid), cpuMsOfFamily(postmaster), sum(Object.values(process.cpuUsage())) / 1_000];
  const run = async (cell, { name, server, of }, seconds) => {
    const { pairs, connections, workload } = cell;
    await rest(
      () => cpuMsOf(service.pid) + cpuMsOfFamily(postmaster),
      () => isAllEvaluated(superuserUrl),
    );
    const before = cpuMs(server);
    const result = await load({ url: server.url, targets: of(cell), connections, seconds, pairs });
    result.cpu = cpuMs(server).map((ms, index) => ms - before[index]);
    if (result.failures.length === 0) return result;
    const failures = result.failures.slice(0, 5).join(', ');
    throw new Error(`${workload} from ${connections} connections on the ${name} failed: ${failures}`);
  };
  for (const side of sides)
    for (const cell of cells.filter(({ connections }) => connections === MANY)) await run(cell, side, 1);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const cell of cells) {
      const result = {};
      for (const side of round % 2 ? sides : sides.toReversed()) result[side.name] = await run(cell, side, SECONDS);
      result.ratio = result.service.perSecond / result.reference.perSecond;
      cell.rounds.push(result);
    }
    const ratios = cells.map(({ rounds }) => rounds.at(-1).ratio.toFixed(2)).join(' ');
    process.stderr.write(`round ${round} of ${ROUNDS}: ${ratios}\n`);
  }
}

function print(cells) {
  const rows = cells.map(({ workload, organizations, connections, goal, rounds }) => {
    const of = (side, figure) => median(rounds.map((round) => round[side][figure]));
    const figures = (side) => {
      const results = rounds.map((round) => round[side]);
      const calls = sum(results.map((result) => result.calls));
      const cpu = [0, 1, 2].map((column) => sum(results.map((result) => result.cpu[column])) / calls);
      return { p50: of(side, 'p50'), p99: of(side, 'p99'), perSecond: of(side, 'perSecond'), cpu };
    };
    const show = ({ perSecond, p50, p99, cpu }) => [
      perSecond.toFixed(0),
      `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
      cpu.map((ms) => ms.toFixed(2)).join(' + '),
    ];
    const [reference, service] = [figures('reference'), figures('service')];
    const ratio = median(rounds.map((round) => round.ratio));
    const isTheCell = CPU_GOAL.workload === workload && CPU_GOAL.connections === connections;
    const missed = [
      ratio < goal && 'ratio',
      service.p99 > TAIL_GOAL * service.p50 && 'tail',
      isTheCell && service.cpu[0] + service.cpu[1] > CPU_GOAL.ms && `CPU (${CPU_GOAL.ms} ms)`,
    ].filter(Boolean);
    return [
      workload.split(',')[0],
      organizations,
      connections,
      ...show(reference),
      ...show(service),
      ratio.toFixed(2),
      goal?.toFixed(2) ?? '',
      missed.join(', '),
    ];
  });
  const of = (side) => [`${side} /s`, 'p50 / p99 ms', 'CPU ms a call'];
  table(['', 'organizations', 'connections', ...of('reference'), ...of('service'), 'ratio', 'goal', 'missed'], rows);
  console.log();
  printWindows(cells);
  const decisions = [10, 100, 1_000].map((count) => [
    count,
    timePolicyDecision(count).toFixed(2),
    count === 1_000 ? '1.00' : '',
  ]);
  table(['policies', 'decision µs', 'goal at most'], decisions);
  console.log();
  const { bare, beyond } = timePassedCall();
  table(
    ['a call that wrap() passes', 'bare µs', 'beyond that µs', 'goal at most'],
    [['', bare.toFixed(3), beyond.toFixed(2), '1.00']],
  );
}

/** Compares each turn of asks under a window with the turn of other asks in the same round, so that both met the same load. */
function printWindows(cells) {
  const rateOf = (kind, connections) =>
    cells
      .find((cell) => cell.workload === kind && cell.connections === connections)
      ?.rounds.map(({ service }) => service.perSecond);
  const rows = CONNECTIONS.flatMap((connections) => {
    const [plain, windowed] = ['ask, 1', 'ask under a window, 1'].map((kind) => rateOf(kind, connections));
    if (!plain || !windowed) return [];
    const kept = median(windowed.map((rate, round) => rate / plain[round]));
    return [[connections, kept.toFixed(2), '0.50', kept < 0.5 ? 'rate' : '']];
  });
  if (rows.length === 0) return;
  table(['ask under a window policy: connections', 'of the rate of an ask', 'goal', 'missed'], rows);
  console.log();
}

function table(head, rows) {
  const line = (cells) => console.log(`| ${cells.join(' | ')} |`);
  line(head);
  line(head.map(() => '---'));
  rows.forEach(line);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
