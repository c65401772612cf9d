// Prints what an interpreter may do under the Node that runs this.
import { fileURLToPath } from 'node:url';
import { readsOf } from '../../../dist/isolation/confinement.js';
import { InterpreterPool } from '../../../dist/isolation/pool.js';

const [, , values] = process.argv;
const file = fileURLToPath(new URL('./probing.mjs', import.meta.url));
const bounds = { deadlineMs: 60_000, heapMegabytes: 64, most: 1, idleMs: 60_000, each: 1, apartMs: 0 };
const reads = [...readsOf(file), ...readsOf('dist/interpreter.js')];
const pool = new InterpreterPool({ ...bounds, file, reads });
const work = { connector: 'probing', method: 'plan', values: [JSON.parse(values)] };
console.log(JSON.stringify(await pool.run('one', work, null)));
pool.close();
