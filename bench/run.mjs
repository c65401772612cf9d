import { load } from './load.mjs';
import { registerTargets } from './organizations.mjs';
import { timePolicyDecision } from './policy-decision.mjs';
import { setStage } from './stage.mjs';
import { timePassedCall } from './wrapped-call.mjs';

/**
 * Measures the service beside the reference, in turns, so that what else the machine does meets both alike. Only the
 * ratios mean anything. A missed goal is shown and fails nothing; an answer that is not 2xx does.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const MANY = 64;
const CONNECTIONS = [1, 16, 64];
const GOALS = { 'ask, 1': [0.8, 1.2, 2.0], [`ask, ${MANY}`]: [0.8, 0.8, 1.0] };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const only = process.env.BENCH_ONLY ?? '';

async function main() {
  const stage = await setStage();
  try {
    process.stderr.write(`Registering ${MANY + 1} organizations …\n`);
    const hot = await registerTargets(stage.service, 1, MANY);
    const many = await registerTargets(stage.service, MANY, 1);
    const cells = [false, true]
      .flatMap((pairs) =>
        [hot, many].flatMap((targets) =>
          CONNECTIONS.map((connections) => {
            const organizations = targets === hot ? 1 : MANY;
            const workload = `${pairs ? 'ask + confirm' : 'ask'}, ${organizations}`;
            const goal = GOALS[workload]?.[CONNECTIONS.indexOf(connections)];
            return { pairs, targets, connections, organizations, workload, goal, rounds: [] };
          }),
        ),
      )
      .filter(({ workload }) => workload.includes(only));
    await measure(stage, cells);
    print(cells);
  } finally {
    await stage.clear();
  }
}

async function measure({ service, reference }, cells) {
  const sides = [
    {
      name: 'reference',
      url: reference.url,
      of: ({ targets }) => targets.map((target) => ({ ...target, path: '/calls' })),
    },
    { name: 'service', url: service.url, of: ({ targets }) => targets },
  ];
  const run = async (cell, side, seconds) => {
    const { pairs, connections } = cell;
    const result = await load({ url: side.url, targets: side.of(cell), connections, seconds, pairs });
    if (result.failures.length === 0) return result;
    throw new Error(
      `${cell.workload} × ${connections} on the ${side.name} failed: ${result.failures.slice(0, 5).join(', ')}`,
    );
  };
  for (const side of sides)
    for (const cell of cells.filter(({ connections }) => connections === MANY)) await run(cell, side, 1);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const cell of cells) {
      const result = {};
      for (const side of round % 2 ? sides : sides.toReversed()) result[side.name] = await run(cell, side, SECONDS);
      result.ratio = result.service.perSecond / result.reference.perSecond;
      cell.rounds.push(result);
      const label = `${cell.workload} organization(s), ${cell.connections} connection(s)`;
      process.stderr.write(`round ${round}/${ROUNDS}  ${label}: ${result.ratio.toFixed(2)}\n`);
    }
  }
}

function print(cells) {
  const rows = cells.map(({ pairs, organizations, connections, goal, rounds }) => {
    const of = (side, figure) => median(rounds.map((round) => round[side][figure]));
    const figures = (side) => [
      of(side, 'perSecond').toFixed(0),
      `${of(side, 'p50').toFixed(1)} / ${of(side, 'p99').toFixed(1)}`,
    ];
    const ratio = median(rounds.map((round) => round.ratio)).toFixed(2);
    const workload = pairs ? 'ask + confirm' : 'ask';
    return [
      workload,
      organizations,
      connections,
      ...figures('reference'),
      ...figures('service'),
      ratio,
      goal?.toFixed(1) ?? '',
    ];
  });
  table(
    ['', 'organizations', 'connections', 'reference /s', 'p50 / p99 ms', 'service /s', 'p50 / p99 ms', 'ratio', 'goal'],
    rows,
  );
  console.log();
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
