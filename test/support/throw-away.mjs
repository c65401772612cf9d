import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { eventually } from './patience.mjs';

/**
 * Starts a server that listens on 127.0.0.1 and waits until it accepts connections.
 * @param {string} program
 * @param {string[]} args
 * @param {number} port
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function startServer(program, args, port, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)));
  let running = true;
  const exited = once(child, 'exit').finally(() => {
    running = false;
  });
  await eventually(
    () => accepts(port),
    (yes) => yes || !running,
  );
  if (!(running && (await accepts(port)))) {
    child.kill('SIGKILL');
    throw new Error(`${program} did not start:\n${output.join('')}`);
  }
  return {
    pid: child.pid,
    output,
    isRunning: () => running,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const answer = (yes) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}
