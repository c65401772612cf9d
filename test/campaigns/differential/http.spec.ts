import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Octokit } from '@octokit/rest';
import { Client as UndiciClient } from 'undici';
import { blockingGate, wrapRecorded } from '../../../sdk/test/support/every-method.js';
import { RecordingGate } from '../../../sdk/test/support/recording-gate.js';
import { randomOf } from './random.js';
import { seedsOf } from './seeds.js';

/**
 * Random programs of requests by plain HTTP clients run bare and wrapped in a session that allows everything: answers,
 * errors, order and the requests that reached the server have to be equal. In a session that blocks everything no write
 * reaches it.
 */
const seeds = seedsOf(40, 20);

let server: Server;
let url: string;
const received: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      received.push(`${request.method} ${request.url} ${body}`);
      const status = Number(/status=(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
      if (status === 0) return void request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json', 'x-seen': String(body.length) });
      response.end(status === 204 ? '' : status === 206 ? '{"cut' : JSON.stringify({ ok: status < 400, body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Step {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly status: number;
  readonly body: unknown;
  readonly together: boolean;
}

function programOf(seed: number): { client: keyof typeof CLIENTS; steps: Step[] } {
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const client = pick(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[]);
  const bodies = [
    { a: 1 },
    { text: 'é', list: [1, null, { b: true }] },
    'plain',
    '',
    undefined,
    { long: 'x'.repeat(3_000) },
  ];
  const steps = Array.from({ length: 2 + random(6) }, (): Step => {
    const method = pick(['GET', 'POST', 'PATCH', 'DELETE'] as const);
    const status = pick([200, 200, 201, 204, 206, 302, 400, 404, 409, 422, 500, 0]);
    return { method, status, body: method === 'GET' ? undefined : pick(bodies), together: random(4) === 0 };
  });
  return { client, steps };
}

type Send = (step: Step, path: string) => Promise<unknown>;
type Request = (path: string, body: unknown) => Promise<unknown>;

const written = (body: unknown) => (body === undefined ? {} : { body: JSON.stringify(body) });

/** An object of the application's own around a function that sends. */
function ownClient(
  gate: RecordingGate | null,
  send: (method: string, path: string, body: unknown) => Promise<unknown>,
) {
  const methods = { get: 'GET', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const;
  const entries = Object.entries(methods).map(([name, method]): [string, Request] => [
    name,
    (path, body) => send(method, path, body),
  ]);
  const bare = Object.fromEntries(entries);
  const own = gate ? wrapRecorded(bare, gate, { connector: 'api', reads: ['get'] }) : bare;
  return ((step, path) => (own[step.method.toLowerCase()] as Request)(path, step.body)) as Send;
}

/** Ways to send, bare (null) or wrapped. */
const CLIENTS = {
  fetch: (gate: RecordingGate | null) =>
    ownClient(gate, async (method, path, body) => {
      const response = await fetch(url + path, { method, redirect: 'manual', ...written(body) });
      return { status: response.status, seen: response.headers.get('x-seen'), json: await response.json() };
    }),
  undici: (gate: RecordingGate | null) =>
    ownClient(gate, async (method, path, body) => {
      const client = new UndiciClient(url);
      try {
        const answer = await client.request({ method: method as 'GET', path, ...written(body) });
        return { status: answer.statusCode, seen: answer.headers['x-seen'], text: await answer.body.text() };
      } finally {
        await client.close();
      }
    }),
  octokit: (gate: RecordingGate | null): Send => {
    const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const bare = new Octokit({ baseUrl: url, log: QUIET, retry: { enabled: false } });
    const octokit = gate ? wrapRecorded(bare, gate, { connector: 'github' }) : bare;
    return async ({ method, body }, path) => {
      const { status, data } = await octokit.request(`${method} ${path}`, body === undefined ? {} : { data: body });
      return { status, data };
    };
  },
};

async function run({ client, steps }: ReturnType<typeof programOf>, gate: RecordingGate | null) {
  received.length = 0;
  const send = CLIENTS[client](gate);
  const seen: [number, unknown][] = [];
  let waiting: Promise<unknown>[] = [];
  for (const [index, step] of steps.entries()) {
    if (!step.together) {
      await Promise.all(waiting);
      waiting = [];
    }
    const failed = (error: Error & { code?: unknown; status?: unknown }) =>
      seen.push([index, { name: error.name, message: error.message, code: error.code, status: error.status }]);
    const answered = (answer: unknown) => seen.push([index, answer]);
    waiting.push(send(step, `/step/${index}?status=${step.status}`).then(answered, failed));
  }
  await Promise.all(waiting);
  // Requests that were sent at the same time have no order.
  return { seen: seen.sort(([a], [b]) => a - b), received: [...received].sort() };
}

describe('a program of requests', () => {
  it.each(seeds.starts)(
    'from seed %i on has the same effects and answers bare and wrapped, and writes nothing when blocked',
    async (start) => {
      for (const seed of seeds.from(start)) {
        const program = programOf(seed);
        const bare = await run(program, null);
        expect({ seed, program, ...(await run(program, new RecordingGate())) }).toEqual({ seed, program, ...bare });
        const { received: passed } = await run(program, blockingGate());
        expect({ seed, writes: passed.filter((one) => !one.startsWith('GET ')) }).toEqual({ seed, writes: [] });
      }
    },
  );
});
