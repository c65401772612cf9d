import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Caller } from '../../../support/client.js';

/** The answer to a stalled connection, once the service has closed it. */
export interface Closed {
  readonly status: number;
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into the envelope.
  readonly body: any;
}

const ANNOUNCED_BYTES = 256 * 1024;

/** The header that announces the length of a body; the first byte of it follows. */
const FRAMINGS = {
  length: [`content-length: ${ANNOUNCED_BYTES}`, '{'],
  chunks: ['transfer-encoding: chunked', '1\r\n{\r\n'],
} as const;
export type Framing = keyof typeof FRAMINGS;

/** Opens one connection that announces a body, sends a byte of it, and waits. */
export async function stall(
  { service, credential }: Caller,
  path: string,
  framing: Framing = 'length',
): Promise<Stalled> {
  const [announced, byte] = FRAMINGS[framing];
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: stalled',
    `authorization: Bearer ${credential}`,
    'content-type: application/json',
    announced,
  ];
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${byte}`, () => resolve()));
  return new Stalled(socket);
}

export class Stalled {
  readonly closed: Promise<Closed>;

  constructor(private readonly socket: Socket) {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
        resolve({ status: Number(head.split(' ')[1] ?? 0), head, body: body ? JSON.parse(body) : null });
      });
    });
  }

  hangUp(): void {
    this.socket.destroy();
  }
}

/** Opens so many connections of each caller. */
export async function stallAll(callers: readonly Caller[], path: string, each: number): Promise<Stalled[]> {
  const all = callers.flatMap((caller) => Array.from({ length: each }, () => stall(caller, path)));
  return Promise.all(all);
}
