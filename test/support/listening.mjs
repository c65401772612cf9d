import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * A stand-in as a process of its own, once it says that it listens.
 * @param {string} program of the stand-ins' packages
 * @param {readonly string[]} parameters
 * @param {readonly string[]} nodeOptions
 * @param {string} word that it says by then
 * @returns {Promise<() => Promise<void>>} ends it
 */
export async function startListening(program, parameters, nodeOptions = [], word = 'listening') {
  const path = new URL(`../stand-ins/node_modules/${program}`, import.meta.url).pathname;
  const child = spawn(process.execPath, [...nodeOptions, path, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {},
  });
  const exited = once(child, 'exit');
  const output = [];
  child.stderr.on('data', (chunk) => output.push(chunk.toString()));
  await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (line.includes(word)) resolve();
    });
    void exited.then(([code]) => reject(new Error(`${program} did not start (${code}):\n${output.join('\n')}`)));
  });
  return async () => {
    child.kill('SIGKILL');
    await exited;
  };
}
