import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../support/free-port.mjs';
import { type KillableDatabase, newKillableDatabase } from '../../../support/killable-database.js';
import { newPool } from '../../../support/pool.js';
import { type Service, type ServiceProcess, startService } from '../../../support/service.mjs';
import type { Fault } from './faults.js';

/** A process that was killed may need more than one start while its database is gone. */
const STARTS = 40;
const COMPLAINTS = 6;

/** One process of the service, always at the same address. */
class KillableService implements Service {
  /** The output of each of its lives. */
  private readonly outputs: (readonly string[])[] = [];
  private process: ServiceProcess | null = null;

  private constructor(
    private readonly settings: Record<string, string>,
    readonly url: string,
  ) {}

  static async start(databaseUrl: string): Promise<KillableService> {
    const port = String(await freePort());
    const settings = { DATABASE_URL: databaseUrl, PORT: port, LOG_LEVEL: 'error', QUOTA_TEAM: '100000000' };
    const service = new KillableService(settings, `http://127.0.0.1:${port}`);
    await service.start();
    return service;
  }

  async start(): Promise<void> {
    for (let starts = 1; ; starts++) {
      try {
        this.process = await startService(this.settings);
        this.outputs.push(this.process.output);
        return;
      } catch (error) {
        if (starts === STARTS) throw error;
        await sleep(250);
      }
    }
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.process) return;
    try {
      process.kill(this.process.pid, signal);
    } catch (error) {
      const last = this.process.output.slice(-COMPLAINTS).join('\n');
      throw new Error(`the service at ${this.url} has ended by itself, and said last: ${last}`, { cause: error });
    }
  }

  /** Errors that the service could not explain. */
  get complaints(): string[] {
    return this.outputs.flat().filter((line) => line.includes('"level":50'));
  }

  async kill(): Promise<void> {
    await this.process?.kill('SIGKILL');
    this.process = null;
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }
}

/** Two processes of the service on a PostgreSQL of their own, all of which die and come back. */
export class Stage {
  private constructor(
    private readonly database: KillableDatabase,
    readonly first: KillableService,
    readonly second: KillableService,
    readonly rows: pg.Pool,
  ) {}

  static async open(): Promise<Stage> {
    // Its processes are killed, and never the machine: data written to a file is in the file.
    const database = await newKillableDatabase({ fsync: 'off' });
    const [first, second] = await Promise.all([
      KillableService.start(database.serviceUrl),
      KillableService.start(database.serviceUrl),
    ]);
    const superuser = database.superuserUrl.replace(/\/[^/]*$/, '/backstop');
    const rows = newPool({ connectionString: superuser, max: 4 });
    rows.on('error', () => undefined);
    return new Stage(database, first, second, rows);
  }

  /** The last errors that the services could not explain. */
  get complaints(): string {
    return [...this.first.complaints, ...this.second.complaints].slice(-COMPLAINTS).join('\n');
  }

  /** Lets these things go wrong, and returns when all is as it was. */
  async suffer(faults: readonly Fault[]): Promise<void> {
    await Promise.all(faults.map((fault) => this.sufferOne(fault)));
  }

  private async sufferOne({ target, kind, atMs, lastsMs }: Fault): Promise<void> {
    const victim = target === 'database' ? this.database : this[target];
    await sleep(atMs);
    if (kind === 'stop') {
      victim.signal('SIGSTOP');
      await sleep(lastsMs);
      victim.signal('SIGCONT');
      return;
    }
    await victim.kill();
    await sleep(lastsMs);
    await (target === 'database' ? this.database.startAgain() : this[target].start());
  }

  async close(): Promise<void> {
    await Promise.all([this.first.stop(), this.second.stop()]);
    await this.rows.end();
    await this.database.drop();
  }
}
