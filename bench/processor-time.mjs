import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The unit of the processor time in /proc. */
const TICK_MS = 10;

/**
 * The interval at which the idleness of the processes is checked, the most work that counts as idle, and the longest
 * wait.
 */
const LOOK_EVERY_MS = 100;
const REST_MS = 10;
const REST_WITHIN_MS = 10_000;

const fieldsOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').slice(11, 15).map(Number);

/** User and system time of a process in ms, as Linux accounts for it. */
export function cpuMsOf(pid) {
  const [user, system] = fieldsOf(pid);
  return (user + system) * TICK_MS;
}

/** The same of a process with its children, those that have ended included. */
export function cpuMsOfFamily(pid) {
  const own = fieldsOf(pid).reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + timeOfChild(child), own);
}

const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

function timeOfChild(pid) {
  try {
    return cpuMsOf(pid);
  } catch {
    // It has ended since, and its parent's account has it.
    return 0;
  }
}

/** Waits until the processes have done with what they put off, of which `isDone` may know, but not for ever. */
export async function rest(cpuMs, isDone = async () => true) {
  const until = performance.now() + REST_WITHIN_MS;
  for (let before = cpuMs(); performance.now() < until; ) {
    await sleep(LOOK_EVERY_MS);
    const now = cpuMs();
    if (now - before <= REST_MS && (await isDone())) return;
    before = now;
  }
}

/** MB of 1 024 kB, as `top` counts. */
export const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
