import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from './client.js';

/** One connection of a caller, which stays open between its requests. */
export class KeptConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly caller: Pick<Caller, 'service' | 'credential'>,
    private readonly more: Readonly<Record<string, string>> = {},
  ) {}

  /** @returns the status of the answer */
  get(path: string, { service, credential }: Pick<Caller, 'service' | 'credential'> = this.caller): Promise<number> {
    const headers = { authorization: `Bearer ${credential}`, ...this.more };
    return new Promise((resolve, reject) => {
      const asked = request(service.url + path, { agent: this.agent, headers }, (answer) => {
        answer.on('end', () => resolve(answer.statusCode ?? 0)).resume();
      });
      asked.on('socket', (socket) => this.sockets.add(socket)).on('error', reject);
      asked.end();
    });
  }

  /** The number of connections so far: a second one is opened once the service has closed the first. */
  get count(): number {
    return this.sockets.size;
  }

  /** Resolves when the service has closed the open connections. */
  async closed(): Promise<void> {
    for (const socket of this.sockets)
      if (!socket.destroyed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  }

  hangUp(): void {
    this.agent.destroy();
  }
}
