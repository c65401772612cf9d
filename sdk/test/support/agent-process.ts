import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('agent.mjs', import.meta.url));

/** Starts an agent that can be killed; see `agent.mjs` for its commands. */
export function startAgent(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async (): Promise<string> => (await lines.next()).value ?? '';
  return {
    hear,
    tell: (command: string): Promise<string> => {
      child.stdin.write(`${command}\n`);
      return hear();
    },
    kill: async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
