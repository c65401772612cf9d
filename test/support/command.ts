import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a command of the installation with this environment alone; `ended` has what it wrote. */
export function startCommand(file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return { child, ended };
}
