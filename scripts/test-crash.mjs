/**
 * Kills and stops the service and its PostgreSQL at random, with as many seeds as you choose.
 *
 *   node scripts/test-crash.mjs [--seeds 1000] [--from 1] [--lanes 4] [--minutes 60] [--seed backstop]
 *     [--log crash.log]
 *
 * `--seed`: the name before the number of each seed; with a number, as a breach names it, that seed alone runs.
 * `--from`: the first number. `--lanes`: the number of seeds at a time, each with processes and a PostgreSQL of its
 * own. `--minutes`: the time after which no further seed begins. `--log`: a file that gets a line for each seed
 * (`held:` or `BREACH:`), so that an interrupted run shows which seeds it played.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';

const text = { type: 'string' };
const { values } = parseArgs({
  options: { seeds: text, from: text, lanes: text, minutes: text, seed: text, log: text },
});
const { seeds = '1000', from = '1', lanes = '4', minutes, seed = 'backstop', log } = values;
for (const [name, value] of Object.entries({ seeds, from, lanes, minutes: minutes ?? '1' }))
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1.`);

process.exit(
  await runJest(['test/campaigns/crash/random-deaths'], {
    CAMPAIGN_TIMES: '0',
    CRASH_SEEDS: seeds,
    CRASH_FROM: from,
    CRASH_LANES: lanes,
    CRASH_SEED: seed,
    ...(minutes && { CRASH_MINUTES: minutes }),
    ...(log && { CRASH_LOG: resolve(log) }),
  }),
);
