/**
 * The long form of the programs that are run bare and wrapped, of which `npm test` runs a short one.
 *
 *   npm run test:differential [-- --programs 1000]
 */
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';

const { values } = parseArgs({ options: { programs: { type: 'string' } } });
const { programs = '1000' } = values;
if (!/^[1-9]\d*$/.test(programs)) throw new Error('--programs must be a whole number from 1.');

process.exit(await runJest(['test/campaigns/differential/'], { DIFFERENTIAL_PROGRAMS: programs }));
