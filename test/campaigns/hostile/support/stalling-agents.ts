import type { Caller } from '../../../support/client.js';
import type { Service } from '../../../support/service.mjs';
import { type Stalled, stall } from './stalled-bodies.js';

const CONNECTIONS = 40;

/** Callers who keep forty stalled bodies each at each process: a connection that the service closes is opened again. */
export class StallingAgents {
  private readonly held = new Set<Stalled>();
  private isOver = false;

  private constructor(private readonly path: string) {}

  static async start(services: readonly Service[], callers: readonly Caller[], path: string): Promise<StallingAgents> {
    const agents = new StallingAgents(path);
    const everywhere = services.flatMap((service) => callers.map((caller) => caller.at(service)));
    await Promise.all(
      everywhere.flatMap((caller) => Array.from({ length: CONNECTIONS }, () => agents.stallAgain(caller))),
    );
    return agents;
  }

  /** How many connections are open now. */
  get open(): number {
    return this.held.size;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    const all = [...this.held];
    for (const stalled of all) stalled.hangUp();
    await Promise.all(all.map(({ closed }) => closed));
  }

  private async stallAgain(caller: Caller): Promise<void> {
    const stalled = await stall(caller, this.path);
    if (this.isOver) return stalled.hangUp();
    this.held.add(stalled);
    void stalled.closed.then(() => {
      this.held.delete(stalled);
      if (!this.isOver) void this.stallAgain(caller);
    });
  }
}
