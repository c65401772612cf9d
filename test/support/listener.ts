import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answering = (asked: Asked, reply: ServerResponse) => unknown;

/** A real HTTP server that keeps the requests it received, and answers as the test says. */
export class Listener {
  asked: Asked[] = [];
  private readonly server = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: path = '', headers } = request;
    const asked = { method, path, headers, body };
    this.asked.push(asked);
    await this.answering(asked, reply);
  });

  constructor(public answering: Answering) {}

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes the server; from then on its address refuses connections. */
  stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    return closed;
  }
}

export const json = (reply: ServerResponse, status: number, body: unknown) =>
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
