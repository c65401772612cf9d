import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const FOLDER = 'node_modules/.cache/backstop';

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Takes the lock, or answers the process that has it. */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return null;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return Number(readFileSync(file, 'utf8'));
  }
}

/**
 * Runs `work` while no other process of this checkout does so under the same name; waits for one that does, and goes on
 * without it when it was killed.
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(name, work) {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name}.lock`);
  for (let holder = take(file); holder !== null; holder = take(file)) {
    if (holder > 0 && !isRunning(holder)) rmSync(file, { force: true });
    else await delay(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
