/**
 * Runs the campaigns, which must pass before a release and every night. Each prints what it proved and how long it
 * took.
 *
 *   npm run campaigns [-- races faults crash-seeds] [--times 10 | --short] [--record] [--list]
 *
 * Names: runs only these, in this order. `--times`: multiplies the size of each campaign that counts its repetitions.
 * `--short`: runs the smallest size that still proves something. `--record`: keeps the lengths for `--list`. `--list`:
 * prints each campaign with the length of its last recorded run, and what it proves. The exit code is 0 only if all
 * passed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CAMPAIGNS } from '../test/campaigns/campaigns.mjs';

const LENGTHS = 'test/campaigns/lengths.json';

const flag = { type: 'boolean', default: false };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '1' }, short: flag, record: flag, list: flag },
});
const unknown = positionals.filter((name) => !(name in CAMPAIGNS));
if (unknown.length > 0)
  throw new Error(`No campaign is named ${unknown.join(' or ')}. There are: ${Object.keys(CAMPAIGNS).join(', ')}.`);
if (!/^[1-9]\d*$/.test(values.times)) throw new Error('--times must be a whole number from 1.');

const lengths = JSON.parse(readFileSync(LENGTHS, 'utf8'));
const names = positionals.length > 0 ? positionals : Object.keys(CAMPAIGNS);
const lengthOf = (seconds) => (seconds === undefined ? 'not recorded' : `${Math.ceil(seconds / 60)} min`);

if (values.list) {
  for (const name of names)
    console.log(`${name.padEnd(20)}${lengthOf(lengths[name]).padEnd(14)}${CAMPAIGNS[name].proves}`);
  const known = names.filter((name) => name in lengths);
  console.log(`${'together'.padEnd(20)}${lengthOf(known.reduce((sum, name) => sum + lengths[name], 0))}`);
  process.exit(0);
}

const times = values.short ? 0 : Number(values.times);
const results = [];
for (const name of names) {
  console.log(`\n${name}: ${CAMPAIGNS[name].proves}`);
  const begun = performance.now();
  const passed = await run(CAMPAIGNS[name].command(times));
  const seconds = Math.round((performance.now() - begun) / 1_000);
  results.push({ name, passed, seconds });
  if (values.record && passed) lengths[name] = seconds;
}
if (values.record) writeFileSync(LENGTHS, `${JSON.stringify(lengths, null, 2)}\n`);

console.log('');
for (const { name, passed, seconds } of results)
  console.log(`${passed ? 'proved' : 'FAILED'} ${name} in ${seconds} s: ${CAMPAIGNS[name].proves}`);
process.exit(results.every(({ passed }) => passed) ? 0 : 1);

/** Runs the commands one after the other until one fails. */
async function run(commands) {
  for (const { command, parameters, env } of commands) {
    const child = spawn(command, parameters, { stdio: 'inherit', env: { ...process.env, ...env } });
    const [code] = await once(child, 'exit');
    if (code !== 0) return false;
  }
  return true;
}
