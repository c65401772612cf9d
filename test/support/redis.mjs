import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.mjs';
import { pathOf } from './needs.mjs';

/**
 * A Redis of one's own, on 127.0.0.1 and in memory only.
 * @returns {Promise<import('./redis.mjs').RedisServer>}
 */
export async function startRedis(port, password = '', more = []) {
  const at = port ?? (await freePort());
  const settings = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(at),
    '--save',
    '',
    '--appendonly',
    'no',
    '--requirepass',
    password,
    ...more,
  ];
  const child = spawn(pathOf('redis-server'), settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const output = [];
  await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (line.includes('Ready to accept connections')) resolve();
    });
    void exited.then(([code]) => reject(new Error(`Redis did not start (${code}):\n${output.join('\n')}`)));
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const signal = (name) => child.kill(name);
  return { url: `redis://127.0.0.1:${at}`, port: at, signal, stop };
}
