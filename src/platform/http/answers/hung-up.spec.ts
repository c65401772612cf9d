import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type FastifyReply, fastify } from 'fastify';
import { disconnectSignal } from './disconnected.js';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A server whose answer comes when the test says so, and what its last request heard of the client. */
async function newServer() {
  const arrivals: AbortSignal[] = [];
  const replies: FastifyReply[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let arrived = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const app = fastify();
  app.route({
    method: ['GET', 'POST'],
    url: '/',
    handler: async (_request, reply) => {
      // The body of a POST has been read, and its stream has closed, before the signal is asked for.
      await new Promise((resolve) => setTimeout(resolve, 20));
      arrivals.push(disconnectSignal(reply));
      replies.push(reply);
      arrived();
      await answered;
      return {};
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  open.push(app);
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
  return { url, arrivals, replies, arrival, answer };
}

const POST = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };

describe.each([
  ['GET', {}],
  ['POST', POST],
])('a %s whose client waits', (_, init) => {
  it('is aborted as soon as the client has disconnected', async () => {
    const { url, arrivals, arrival, answer } = await newServer();
    const client = new AbortController();
    const asked = fetch(url, { ...init, signal: client.signal }).catch(() => 'gone');
    await arrival;
    const [signal] = arrivals;
    expect(signal?.aborted).toBe(false);
    client.abort();
    if (signal && !signal.aborted) await once(signal, 'abort');
    expect(await asked).toBe('gone');
    answer();
  });

  it('is aborted also where the signal is made after the client has disconnected', async () => {
    const { url, arrivals, replies, arrival, answer } = await newServer();
    const client = new AbortController();
    const asked = fetch(url, { ...init, signal: client.signal }).catch(() => 'gone');
    await arrival;
    client.abort();
    const [first] = arrivals;
    if (first && !first.aborted) await once(first, 'abort');
    expect(replies.map((reply) => disconnectSignal(reply).aborted)).toEqual([true]);
    expect(await asked).toBe('gone');
    answer();
  });

  it('is not aborted as long as the client waits', async () => {
    const { url, arrivals, arrival, answer } = await newServer();
    const asked = fetch(url, init);
    await arrival;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(arrivals.map(({ aborted }) => aborted)).toEqual([false]);
    answer();
    expect((await asked).status).toBe(200);
  });
});
