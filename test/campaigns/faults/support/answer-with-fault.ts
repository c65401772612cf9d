import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpKind } from './faults.js';

export interface Forwarded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const GIGABYTE = 2 ** 30;
const CHUNK = Buffer.alloc(64 * 1024, ' ');
const NEVER_MS = 60_000;
const DRIP_MS = 25;

/** Bodies in which a provider, or a gateway in front of it, reports that something went wrong. */
const ERROR_BODIES = [
  '{"message":"Something went wrong","documentation_url":"https://docs.example.com"}',
  '{"error":{"code":500,"message":"internal error"}}',
  '{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"internal error"}',
  '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>internal error</Message></Error>',
];

/** Answers the request with one of the faults. `turn`: the answers take turns. */
export async function answerWithFault(
  response: ServerResponse,
  kind: HttpKind,
  real: Forwarded | null,
  turn: number,
): Promise<void> {
  const json = (status: number, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  const body = ERROR_BODIES[turn % ERROR_BODIES.length] ?? '';
  switch (kind) {
    case '429 with seconds':
      return void json(429, body, { 'retry-after': '1' });
    case '429 with a date':
      return void json(429, body, { 'retry-after': new Date(Date.now() + 1_000).toUTCString() });
    case '429 with garbage':
      return void json(429, body, { 'retry-after': 'soon' });
    case '500':
    case '502':
    case '503':
      return void json(Number(kind), turn % 2 ? body : '<html>no</html>');
    case 'no answer':
      return silence(response);
    case 'cut connection':
      return void response.destroy();
    case 'cut in the middle of the answer':
      return half(response, real);
    case 'wrong JSON':
      return void json(200, turn % 2 ? '<html>all is well</html>' : '{"Item":{"title":"cut o');
    case '200 with an error body':
      return void json(200, body);
    case 'a 1 GB answer':
      return flood(response, turn % 2 === 0);
    case 'slow bytes':
      return drip(response, real);
  }
}

/** Waits until the client gives up. */
async function silence(response: ServerResponse): Promise<void> {
  await Promise.race([once(response, 'close'), sleep(NEVER_MS, undefined, { ref: false })]);
  response.destroy();
}

async function half(response: ServerResponse, real: Forwarded | null): Promise<void> {
  const body = real?.body.length ? real.body : Buffer.from('{}');
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.subarray(0, Math.floor(body.length / 2)));
  await sleep(10);
  response.destroy();
}

/** A gigabyte of spaces, never more than a piece of it in memory. */
async function flood(response: ServerResponse, isAnnounced: boolean): Promise<void> {
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(isAnnounced && { 'content-length': String(GIGABYTE) }),
  });
  const closed = once(response, 'close');
  for (let sent = 0; sent < GIGABYTE && !response.destroyed; sent += CHUNK.length) {
    if (!response.write(CHUNK)) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end();
}

async function drip(response: ServerResponse, real: Forwarded | null): Promise<void> {
  response.writeHead(real?.status ?? 200, real?.headers ?? { 'content-type': 'application/json' });
  for (const byte of real?.body ?? []) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(DRIP_MS);
  }
  response.end();
}
