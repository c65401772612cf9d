/**
 * Shows that no test depends on the speed of the machine.
 *
 *   node scripts/busy.mjs [--rounds 3]
 *
 * Each round runs the whole suite twice at the same time; a last run shares the machine with a process for each core that
 * only computes. Ends with 0 only when every run passed.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1.');

const suite = () => runJest(['--reporters=summary']);
const results = [];
for (let round = 1; round <= rounds; round++) {
  console.log(`Round ${round} of ${rounds}: the suite beside a second run of itself`);
  results.push(...(await timed(() => Promise.all([suite(), suite()]))));
}
console.log('The suite beside processes that compute');
const load = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
process.on('exit', () => {
  for (const child of load) child.kill();
});
results.push(...(await timed(async () => [await suite()])));
const failed = results.filter((code) => code !== 0).length;
console.log(`${results.length - failed} of ${results.length} runs passed`);
process.exit(failed === 0 ? 0 : 1);

async function timed(work) {
  const begun = performance.now();
  const codes = await work();
  console.log(`took ${Math.round((performance.now() - begun) / 1_000)} s, exit codes ${codes.join(' ')}`);
  return codes;
}
