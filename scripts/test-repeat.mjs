/**
 * Runs the suite several times and names each test that did not pass every time.
 *
 *   npm run test:repeat [-- 10] [test/e2e/sessions/sessions.spec.ts …]
 *
 * Ends with 0 only when every test passed in every run.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runJest } from './jest.mjs';

const [, , first = '', ...rest] = process.argv;
const isCount = /^[1-9]\d*$/.test(first);
const runs = isCount ? Number(first) : 10;
const paths = isCount ? rest : [first, ...rest].filter(Boolean);

const directory = mkdtempSync(join(tmpdir(), 'backstop-repeat-'));
/** Counts the runs of each test, and notes the runs in which it did not pass. */
const tests = new Map();
let isBroken = false;
for (let run = 1; run <= runs; run++) {
  console.log(`\nRun ${run} of ${runs}`);
  const file = join(directory, `${run}.json`);
  const code = await runJest([...paths, '--json', `--outputFile=${file}`, '--reporters=summary']);
  if (!existsSync(file)) throw new Error(`Run ${run} ended with ${code} before it had results.`);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failed = note(report, run);
  // A suite that cannot be read at all has no test to name.
  if (code !== 0 && failed === 0) isBroken = true;
}
rmSync(directory, { recursive: true });

const unsteady = [...tests].filter(([, { ran, failedIn }]) => failedIn.length > 0 || ran < runs);
for (const [name, { ran, failedIn }] of unsteady)
  console.log(
    `${name}\n    passed ${ran - failedIn.length} of ${runs}; did not pass in run ${failedIn.join(', ') || '–'}`,
  );
console.log(
  `${tests.size} tests, ${runs} runs: ${tests.size - unsteady.length} passed every time, ${unsteady.length} did not`,
);
process.exit(unsteady.length > 0 || isBroken || tests.size === 0 ? 1 : 0);

function note({ testResults }, run) {
  let failures = 0;
  for (const { name: path, assertionResults, status, message } of testResults) {
    const suite = relative(process.cwd(), path);
    const results = assertionResults.map(({ fullName, status }) => ({ name: `${suite}: ${fullName}`, status }));
    if (results.length === 0) results.push({ name: `${suite}: ${message.split('\n')[0]}`, status });
    for (const { name, status } of results) {
      const test = tests.get(name) ?? { ran: 0, failedIn: [] };
      tests.set(name, test);
      test.ran++;
      if (status === 'passed') continue;
      test.failedIn.push(run);
      failures++;
    }
  }
  return failures;
}
