import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { readPostmasterPid } from './previous-server.js';
import type { Account } from './server-account.js';
import { dataDirectoryArgument, SERVER_ENVIRONMENT } from './server-command.js';
import type { ServerLog } from './server-log.js';

/** Long enough to replay all the log that a crash can leave behind, in milliseconds. */
const START_TIMEOUT = 120_000;

/** A fast shutdown that takes longer is made an immediate one, which loses nothing but time on the next start. */
const STOP_TIMEOUT = 20_000;

/**
 * The shell becomes the server. It leaves a detached child that waits for the end of a pipe which only our process
 * holds open: the server goes down at once, however our process dies. A line on the pipe calls the wait off.
 */
const WATCHED = `
runtime_dir=$1; shift
( ( trap '' HUP INT TERM; read -r _ <&3 || { kill -QUIT $$; rm -rf "$runtime_dir"; } ) & )
exec "$@" 3<&-`;

export interface ServerOptions {
  readonly postgres: string;
  readonly data: string;
  readonly runtimeDir: string;
  readonly account: Account | undefined;
  readonly log: ServerLog;
  readonly settings: Record<string, string>;
}

/** A running postmaster. */
export class ServerProcess {
  /** Resolves when the server is gone, whatever ended it. */
  readonly gone: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
  ) {
    this.gone = new Promise((resolve) => child.once('exit', resolve));
  }

  /**
   * Starts the server, in a session of its own so that Ctrl-C in a terminal does not reach it, and waits until it
   * accepts connections.
   *
   * @throws EmbeddedPostgresError with the last lines of the log.
   */
  static async start({ postgres, data, runtimeDir, account, log, settings }: ServerOptions): Promise<ServerProcess> {
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [postgres, '-D', dataDirectoryArgument(data, account), ...flags];
    const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', runtimeDir, ...command], {
      ...account,
      cwd: data,
      env: SERVER_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd, 'pipe'],
    });
    let failure: string | undefined;
    child.once('error', (error) => {
      failure = error.message;
    });
    child.once('exit', () => {
      failure = 'the server ended';
    });
    const server = new ServerProcess(child, child.pid ?? 0);
    server.superviseBy(child.stdio[3] as Writable);

    const deadline = Date.now() + START_TIMEOUT;
    while (failure === undefined && Date.now() < deadline) {
      const found = await readPostmasterPid(data);
      if (found?.pid === server.pid && found.status === 'ready') {
        child.unref();
        return server;
      }
      await sleep(20);
    }
    failure ??= `it was not ready after ${START_TIMEOUT / 1000} s`;
    await server.stop();
    throw new EmbeddedPostgresError(
      `PostgreSQL did not start in ${data}: ${failure}.\n${await log.tail()}\n(from ${log.path})`,
    );
  }

  /** Fast shutdown: ends all sessions, then the server. Returns when it is gone. */
  async stop(): Promise<void> {
    if (this.child.pid === undefined || this.ended()) return;
    this.child.ref();
    const exit = once(this.child, 'exit');
    this.child.kill('SIGINT');
    const escalation = setTimeout(() => this.child.kill('SIGQUIT'), STOP_TIMEOUT);
    await exit;
    clearTimeout(escalation);
  }

  private ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private superviseBy(pipe: Writable): void {
    pipe.on('error', () => undefined);
    if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
    this.child.once('exit', () => pipe.end('\n'));
  }
}
