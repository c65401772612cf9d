/**
 * Kills and stops the service and its PostgreSQL at random, of which `npm test` plays a handful of seeds.
 *
 *   npm run test:crash [-- --seeds 1000] [--seed backstop]
 *
 * `--seed`: the name before the number of each seed; with a number, as a breach names it, that seed alone.
 */
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';

const { values } = parseArgs({ options: { seeds: { type: 'string' }, seed: { type: 'string' } } });
const { seeds = '1000', seed = 'backstop' } = values;
if (!/^[1-9]\d*$/.test(seeds)) throw new Error('--seeds must be a whole number from 1.');

process.exit(await runJest(['test/campaigns/crash/random-deaths'], { CRASH_SEEDS: seeds, CRASH_SEED: seed }));
