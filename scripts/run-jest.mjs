/**
 * Runs `npm test`: all suites except those of the browser and the campaigns.
 *
 *   npm test [-- --timings] [-- <parameters of jest>]
 *
 * --timings: prints the costs of each suite, the longest first.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runJest } from './jest.mjs';

const parameters = process.argv.slice(2);
const wantsTimings = parameters.includes('--timings');
const directory = mkdtempSync(join(tmpdir(), 'backstop-costs-'));
const file = join(directory, 'costs.jsonl');

const begun = performance.now();
const code = await runJest(
  parameters.filter((parameter) => parameter !== '--timings'),
  wantsTimings ? { TEST_SUITE_COSTS: file } : {},
);
if (wantsTimings && existsSync(file)) printTimings(readFileSync(file, 'utf8').trimEnd().split('\n').map(JSON.parse));
rmSync(directory, { recursive: true });
process.exit(code);

function printTimings(suites) {
  const sum = (member) => suites.reduce((all, one) => all + (one[member] ?? 0), 0);
  const row = ({ wall, own, children, services = 0, databases = 0, suite }) =>
    [wall, own, children, Math.max(0, wall - own - children)]
      .map((seconds) => seconds.toFixed(1).padStart(8))
      .join('') +
    [services, databases].map((number) => String(number).padStart(10)).join('') +
    `  ${suite}`;
  console.log('\n    wall     cpu  childs   waits  services databases  suite (seconds)');
  for (const suite of suites.toSorted((a, b) => b.wall - a.wall)) console.log(row(suite));
  const names = ['wall', 'own', 'children', 'services', 'databases'];
  console.log(row({ ...Object.fromEntries(names.map((name) => [name, sum(name)])), suite: `${suites.length} suites` }));
  console.log(`The run took ${((performance.now() - begun) / 1_000).toFixed(0)} s.`);
}
