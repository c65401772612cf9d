import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Order {
  readonly urls: readonly string[];
  readonly routes: readonly { method: string; path: string; body: object | null }[];
  readonly seed: string;
  /** The number of requests after which it ends; a story under way is finished first. */
  readonly requests: number;
  /** Requests a second at most. */
  readonly rate: number;
  /** Numbers of stories: these alone. */
  readonly only: readonly number[] | null;
  /** Ids of other organizations, by kind. */
  readonly strangers: Readonly<Record<string, readonly unknown[]>>;
  /** Texts of others that no answer may hold. */
  readonly secrets: readonly string[];
  /** True for the same number of valid requests. */
  readonly isPlain: boolean;
}

export interface Found {
  readonly sent: number;
  readonly perSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, number>>;
  readonly breaches: readonly string[];
}

type WorkerMessage = { is: 'ready' } | { is: 'progress'; sent: number } | ({ is: 'done' } & Found);

/** The attacker, in a process of its own. */
export class Attacker {
  private constructor(private readonly child: ChildProcess) {}

  /** @param givesWay true: it runs only when no other process needs the processor */
  static async start(givesWay: boolean): Promise<Attacker> {
    const file = fileURLToPath(new URL('./attacker.mjs', import.meta.url));
    const child = fork(file, givesWay ? ['idle'] : [], { execArgv: [] });
    await once(child, 'message');
    return new Attacker(child);
  }

  carryOut(order: Order, onProgress: (sent: number) => void = () => undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`the attacker ended by itself: ${code}`));
      const hear = (told: WorkerMessage) => {
        if (told.is === 'progress') onProgress(told.sent);
        if (told.is !== 'done') return;
        this.child.off('message', hear).off('exit', ended);
        resolve(told);
      };
      this.child.on('message', hear).on('exit', ended);
      this.child.send(order);
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill();
    await gone;
  }
}
