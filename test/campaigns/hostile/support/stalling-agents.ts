import type { Caller } from '../../../support/client.js';
import type { Service } from '../../../support/service.mjs';
import { type Framing, type Stalled, stall } from './stalled-bodies.js';

const CONNECTIONS = 40;

/** A request whose body never comes. */
export interface Attack {
  readonly path: string;
  readonly framing: Framing;
}

/** Callers who keep forty stalled bodies each at each process: a connection that the service closes is opened again. */
export class StallingAgents {
  private readonly held = new Set<Stalled>();
  private isOver = false;

  /** The connections of each caller take turns with the attacks. */
  static async start(
    services: readonly Service[],
    callers: readonly Caller[],
    attacks: readonly Attack[],
  ): Promise<StallingAgents> {
    const agents = new StallingAgents();
    const each = Array.from({ length: CONNECTIONS }, (_, at) => attacks[at % attacks.length] as Attack);
    const everywhere = services.flatMap((service) => callers.map((caller) => caller.at(service)));
    await Promise.all(everywhere.flatMap((caller) => each.map((attack) => agents.stallAgain(caller, attack))));
    return agents;
  }

  /** The number of open connections. */
  get open(): number {
    return this.held.size;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    const all = [...this.held];
    for (const stalled of all) stalled.hangUp();
    await Promise.all(all.map(({ closed }) => closed));
  }

  private async stallAgain(caller: Caller, attack: Attack): Promise<void> {
    const stalled = await stall(caller, attack.path, attack.framing);
    if (this.isOver) return stalled.hangUp();
    this.held.add(stalled);
    void stalled.closed.then(() => {
      this.held.delete(stalled);
      if (!this.isOver) void this.stallAgain(caller, attack);
    });
  }
}
