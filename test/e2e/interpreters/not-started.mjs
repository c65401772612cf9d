// Prints what a pool whose interpreters the system does not start answers and reports, and the answer of the same pool
// once it starts them.
import { fileURLToPath } from 'node:url';
import { InterpreterPool } from '../../../dist/isolation/pool.js';

const bounds = { deadlineMs: 10_000, heapMegabytes: 64, most: 1, idleMs: 60_000, each: 8, apartMs: 60_000 };
const file = fileURLToPath(new URL('misbehaving.mjs', import.meta.url));
const failures = new Set();
const onEnd = (culprit, failure) => failures.add(`${culprit}, ${failure}`);
const pool = new InterpreterPool({ ...bounds, file, reads: [process.cwd()], onEnd });
const answer = () =>
  pool.run('one', { connector: 'echo', method: 'plan', values: ['well'] }, null).catch((error) => error.name);

const { execPath } = process;
process.execPath = '/nowhere/node';
console.log(await answer());
console.log([...failures].join());
process.execPath = execPath;
console.log(await answer());
pool.close();
