import type { LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type EgressAddress, resolveEgress } from '../../platform/egress/egress.js';

export interface Posted {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** The rest of a longer answer is not read. */
const ANSWER_BYTES = 16_384;
const ANSWER_MS = 1_000;

/**
 * Sends one POST to the address that was checked. A redirect is an answer like any other, and no answer is kept. Never
 * call it inside a transaction.
 * @param allowed see `resolveEgress`
 * @param signal ends the request at any point
 * @throws EgressForbiddenError; the errors of the resolver, the socket or TLS
 */
export async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<Posted> {
  const address = await untilAborted(resolveEgress(url.hostname, allowed), signal);
  const { Client } = await import('undici');
  const client = new Client(url.origin, { connect: { lookup: pinnedTo(address) }, pipelining: 0 });
  try {
    const answer = await client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Backstop-Webhooks/1' },
      body,
      signal,
    });
    const retryAfter = answer.headers['retry-after'];
    // A receiver that is cut off while it still answers would take the delivery for failed.
    await Promise.race([answer.body.dump({ limit: ANSWER_BYTES }), delay(ANSWER_MS, undefined, { ref: false })]).catch(
      () => undefined,
    );
    return { status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
  } finally {
    await client.destroy();
  }
}

/** An address in place of a name is never looked up; it was checked as itself. */
const pinnedTo =
  ({ address, family }: EgressAddress): LookupFunction =>
  (_name, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
