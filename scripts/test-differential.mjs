/**
 * Runs random programs bare and wrapped, as many as you choose.
 *
 *   node scripts/test-differential.mjs [--programs 1000] [--first 0]
 */
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';

const { values } = parseArgs({ options: { programs: { type: 'string' }, first: { type: 'string' } } });
const { programs = '1000', first = '0' } = values;
if (!/^[1-9]\d*$/.test(programs)) throw new Error('--programs must be a whole number from 1.');
if (!/^\d+$/.test(first)) throw new Error('--first must be a whole number: the seed of the first program.');

const settings = { CAMPAIGN_TIMES: '0', DIFFERENTIAL_PROGRAMS: programs, DIFFERENTIAL_FIRST: first };
process.exit(await runJest(['test/campaigns/differential/'], settings));
