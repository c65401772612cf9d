/**
 * The full form of the campaigns, of which `npm test` runs a short one.
 *
 *   npm run campaigns [-- races faults model crash guards] [--times 10]
 *
 * Names: only these. `--times`: so many times the full form, where a campaign counts what it repeats.
 */
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';

const FOLDER = 'test/campaigns';
/** They compare times: nothing else runs beside them. */
const ALONE = ['timings'];
const known = readdirSync(FOLDER);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { times: { type: 'string' } } });
const { times = '1' } = values;
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0)
  throw new Error(`No campaign is named ${unknown.join(' or ')}. There are: ${known.join(', ')}.`);
if (!/^[1-9]\d*$/.test(times)) throw new Error('--times must be a whole number from 1.');

const chosen = positionals.length > 0 ? positionals : known;
const runs = [
  [chosen.filter((name) => !ALONE.includes(name)), '--maxWorkers=2'],
  [chosen.filter((name) => ALONE.includes(name)), '--runInBand'],
];
let code = 0;
for (const [names, workers] of runs) {
  const folders = names.map((name) => `${FOLDER}/${name}/`);
  if (folders.length > 0) code = (await runJest([workers, ...folders], { CAMPAIGN_TIMES: times })) || code;
}
process.exit(code);
