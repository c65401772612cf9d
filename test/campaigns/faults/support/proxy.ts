import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerWithFault, type Forwarded } from './answer-with-fault.js';
import type { HttpKind } from './faults.js';
import type { FaultyNetwork } from './faulty-network.js';

/** A detour before a port, for one network. */
export interface Detour {
  readonly port: number;
  stop(): unknown;
}

const HOP_BY_HOP = ['connection', 'transfer-encoding', 'expect', 'keep-alive'];
/** RFC 9110, 9.2.2. */
const MAY_BE_REPEATED = ['GET', 'PUT', 'DELETE'];
const READING_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'];
const READING_TARGET = /\.(GetItem|DescribeTable|ListTables)$/;
const READING_PATH = /^\/api\/[\w.]+\.(list|info|history|replies|get|test)$/;

/** Passes requests on as they are, headers and all, so that signed ones stay valid. */
export async function startProxy(upstream: number, network: FaultyNetwork): Promise<Detour> {
  const server = createServer((request, response) => {
    pass(upstream, network, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

async function pass(
  upstream: number,
  network: FaultyNetwork,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bytesOf(incoming);
  const { method = '', url = '' } = incoming;
  const target = String(incoming.headers['x-amz-target'] ?? '');
  const name = `${method} ${url} ${target}`.trim();
  const { fault, turn } = network.next(name);
  const arriveOnce = async () => {
    const answer = await forward(upstream, incoming, body);
    if (isWrite(method, url, target) && isAccepted(answer)) network.writes.push(`${name} ${body}`);
    return answer;
  };
  // The stand-in of Stripe makes a thing again under the key of another one, which Stripe does not.
  const key = String(incoming.headers['idempotency-key'] ?? '');
  const arrive = () => (key === '' ? arriveOnce() : network.onceUnder(key, arriveOnce));
  if (fault?.kind === 'arrives late') {
    network.later(arrive);
    response.destroy();
    return;
  }
  if (fault?.kind === 'arrives twice' && MAY_BE_REPEATED.includes(method)) await network.inTurn(arrive);
  let real: Forwarded | null = null;
  if (fault?.when !== 'before') real = await network.inTurn(arrive);
  if (fault && fault.kind !== 'arrives twice') return answerWithFault(response, fault.kind as HttpKind, real, turn);
  response.writeHead(real?.status ?? 500, real?.headers).end(real?.body);
}

function isWrite(method: string, path: string, target: string): boolean {
  if (target) return !READING_TARGET.test(target);
  return !READING_METHODS.includes(method) && !READING_PATH.test(path);
}

/** Slack refuses with status 200. */
const isAccepted = ({ status, body }: Forwarded) => status < 300 && !body.includes('"ok":false');

function forward(port: number, { method = '', url, headers }: IncomingMessage, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const sent = { ...endToEnd(headers), 'content-length': body.length };
    const to = { host: '127.0.0.1', port, method, path: url, headers: sent, agent: false };
    const onwards = request(to, async (answer) => {
      const bytes = await bytesOf(answer);
      resolve({ status: answer.statusCode ?? 500, headers: endToEnd(answer.headers), body: bytes });
    });
    onwards.on('error', reject).end(body);
  });
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const endToEnd = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
