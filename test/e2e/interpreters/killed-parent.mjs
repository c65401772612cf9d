// A service that is killed while its interpreter is in the middle of something: tells the id of that process.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InterpreterPool } from '../../../dist/isolation/pool.js';
import { processorTime } from '../../../dist/isolation/processor-time.js';

const AT_WORK_MS = 2_000;
const file = fileURLToPath(new URL('./misbehaving.mjs', import.meta.url));
const bounds = { deadlineMs: 600_000, heapMegabytes: 64, most: 1, idleMs: 600_000, each: 1, apartMs: 0 };
const pool = new InterpreterPool({ ...bounds, file, reads: [process.cwd()] });
void pool.run('one', { connector: 'spins', method: 'plan', values: [] }, null);

const isInterpreter = (pid) => {
  try {
    const parent = / (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '')?.[1];
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file);
  } catch {
    return false;
  }
};
const look = setInterval(() => {
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isInterpreter(name));
  // More than its start takes: by then it spins.
  if (!pid || (processorTime(Number(pid)) ?? 0) < AT_WORK_MS) return;
  clearInterval(look);
  console.log(pid);
}, 100);
