import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.mjs';
import { removing } from './stopping.mjs';

const installed = new URL('../stand-ins/node_modules/', import.meta.url).pathname;
const dated = new URL('./dated-answers.mjs', import.meta.url).href;

/**
 * `emulate`, playing these providers, in a process of its own and under the Node it needs.
 * @param {readonly string[]} services such as `google`, `github`, `stripe`
 * @param {object} seed its configuration, by service
 * @returns {Promise<import('./emulate.mjs').Emulate>}
 */
export async function startEmulate(services, seed = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-emulate-'));
  const config = join(directory, 'seed.json');
  writeFileSync(config, JSON.stringify(seed));
  const emulate = await startSomewhere(services, config);
  const stop = removing(directory, emulate.stop);
  return { urls: emulate.urls, stop };
}

/** It takes as many ports in a row as it plays services, and another process may listen on one of them. */
async function startSomewhere(services, config, tries = 5) {
  return startAt(await freePort(), services, config).catch((error) => {
    if (tries === 1 || !error.message.includes('EADDRINUSE')) throw error;
    return startSomewhere(services, config, tries - 1);
  });
}

async function startAt(port, services, config) {
  const child = spawn(
    join(installed, 'node-24/bin/node'),
    [
      '--import',
      dated,
      join(installed, 'emulate/dist/index.js'),
      'start',
      '-p',
      String(port),
      '-s',
      services.join(),
      '--seed',
      config,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: {} },
  );
  const output = [];
  const exited = once(child, 'close');
  child.stderr.on('data', (chunk) => output.push(chunk.toString()));
  const urls = {};
  await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      const [, name, at] = /^\s*(\w+)\s+http:\/\/localhost:(\d+)/.exec(line) ?? [];
      if (name) urls[name] = `http://127.0.0.1:${at}`;
      if (line.includes('Ready')) resolve();
    });
    void exited.then(([code]) => reject(new Error(`emulate did not start (${code}):\n${output.join('\n')}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { urls, stop };
}
