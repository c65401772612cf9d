import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fault } from './faults.js';
import { type Forwarded, give } from './give.js';

/** A request that would change something at the provider. */
export interface Write {
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly body: string;
  /** The provider took it, whatever was said of it. */
  readonly accepted: boolean;
}

/** What one service goes through to its providers: which fault is next, and what has happened so far. */
export class Road {
  /** Null: nothing goes wrong. */
  faultOf: ((ordinal: number) => Fault | null) | null = null;
  readonly writes: Write[] = [];
  /** One line for each request that met a fault. */
  readonly faults: string[] = [];
  private ordinal = 0;
  private before: Promise<unknown> = Promise.resolve();

  begin(faultOf: ((ordinal: number) => Fault | null) | null): void {
    this.faultOf = faultOf;
    this.ordinal = 0;
    this.writes.length = 0;
    this.faults.length = 0;
  }

  next(request: string): { fault: Fault | null; turn: number } {
    const turn = this.ordinal++;
    const fault = this.faultOf?.(turn) ?? null;
    if (fault) this.faults.push(`${turn}: ${request}: ${fault.kind} (${fault.when})`);
    return { fault, turn };
  }

  /** One at a time reaches a provider: an answer that nobody waits for any more does not overtake the next question. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.before.then(work);
    this.before = mine.catch(() => undefined);
    return mine;
  }
}

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'];
const READING_TARGET = /\.(GetItem|DescribeTable|ListTables)$/;

/** In front of one provider, for one road. Answers where it listens, and how it stops. */
export async function startProxy(upstream: string, road: Road): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    pass(upstream, road, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

async function pass(upstream: string, road: Road, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { method = '', url = '' } = request;
  const target = String(request.headers['x-amz-target'] ?? '');
  const { fault, turn } = road.next(`${method} ${url} ${target}`.trim());
  let real: Forwarded | null = null;
  if (fault?.when !== 'before') {
    real = await road.inTurn(async () => {
      const answer = await forward(upstream, request, body);
      const isWrite = target ? !READING_TARGET.test(target) : method !== 'GET';
      if (isWrite) {
        const accepted = answer.status < 300;
        road.writes.push({ method, path: url, target, body: body.toString(), accepted });
      }
      return answer;
    });
  }
  if (fault) return give(response, fault.kind, real, turn);
  response.writeHead(real?.status ?? 500, { 'content-type': real?.contentType ?? '' }).end(real?.body);
}

async function forward(upstream: string, { method = '', url, headers }: IncomingMessage, body: Buffer) {
  const sent = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)) as [string, string][];
  const answer = await fetch(upstream + url, { method, headers: sent, body: body.length > 0 ? body : null });
  return {
    status: answer.status,
    contentType: answer.headers.get('content-type') ?? 'application/json',
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
