import { spawn } from 'node:child_process';

/**
 * Ends another process when this one is gone, also after SIGKILL and while the other one is busy: a shell waits for the
 * end of a pipe that only this process holds. The other process could not do it by a thread of its own, because the
 * thread would not be confined.
 * @returns a function to call when the other process has ended
 */
export function killWithParent(pid: number): () => void {
  const script = `trap '' INT TERM HUP; read _; kill -9 ${pid}`;
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], env: {} });
  // Without a shell, a busy child outlives a service that was killed.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return () => void shell.kill('SIGKILL');
}
