import type { Agent, fetch as undiciFetch } from 'undici';
import { within } from '../concurrency/deadline.js';
import { resolveEgress } from './egress.js';
import { endLargest, type Holder, hold, release } from './held-answers.js';
import { TooLongError } from './too-long.error.js';

export interface EgressLimits {
  /** Host names, addresses and CIDRs that may be reached although they are not public. */
  readonly allowedPrivateHosts: readonly string[];
  /** The time limit of one request, from its start to the last byte of its answer; milliseconds. */
  readonly timeoutMs: number;
  /** A longer answer is cut off with an error; bytes. */
  readonly maxBytes: number;
}

/** The answer points somewhere else; a credential goes only when its operator sent it. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

type Input = Parameters<typeof undiciFetch>[0];
type Init = Parameters<typeof undiciFetch>[1];

/** Answers of these have no body, and may be given none. */
const BODILESS = [101, 204, 205, 304];

/**
 * `fetch` that reaches what `resolveEgress` allows alone and follows no redirect. An answer is there as a whole or not
 * at all: within its time and its size, unpacked.
 */
export function egressFetch(limits: EgressLimits): { fetch: typeof globalThis.fetch; close(): Promise<void> } {
  let agent: Promise<Agent> | undefined;
  const whole = (input: Input, init?: Init) =>
    within(limits.timeoutMs, init?.signal ?? new AbortController().signal, async (signal) => {
      const { fetch } = await import('undici');
      agent ??= agentWithin(limits);
      const response = await fetch(input, { ...init, redirect: 'manual', signal, dispatcher: await agent });
      const { status, statusText, headers, url } = response;
      if (status >= 300 && status < 400 && status !== 304) {
        await response.body?.cancel();
        throw new RedirectError(`the answer is a redirect (${status}), which is not followed`);
      }
      const body = await bytesOf(response.body, limits.maxBytes);
      const answer = new Response(BODILESS.includes(status) ? null : body, {
        status,
        statusText,
        headers: Object.fromEntries(headers),
      });
      return Object.defineProperty(answer, 'url', { value: url });
    });
  return { fetch: whole as unknown as typeof globalThis.fetch, close: async () => (await agent)?.destroy() };
}

/** An answer whose parts have arrived so far. */
class Arriving implements Holder {
  private readonly parts: Uint8Array[] = [];
  /** Rejects when the answer was ended although its next part has not arrived. */
  readonly ended: Promise<never>;
  bytes = 0;
  private reject!: (error: TooLongError) => void;

  constructor() {
    this.ended = new Promise((_, reject) => {
      this.reject = reject;
    });
    this.ended.catch(() => undefined);
  }

  end(error: TooLongError): void {
    this.parts.length = 0;
    this.reject(error);
  }

  add(part: Uint8Array): void {
    this.parts.push(part);
    this.bytes += part.byteLength;
    endLargest();
  }

  whole(): Buffer<ArrayBuffer> {
    return Buffer.concat(this.parts, this.bytes);
  }
}

/** @throws TooLongError also while the answers of all providers together are too long, and this is the longest */
export async function bytesOf(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const arriving = new Arriving();
  const parts = body?.[Symbol.asyncIterator]();
  hold(arriving);
  try {
    for (;;) {
      const next = await Promise.race([arriving.ended, parts?.next()]);
      if (!next || next.done) return arriving.whole();
      // A small answer may unpack to a large one.
      if (arriving.bytes + next.value.byteLength > maxBytes)
        throw new TooLongError(`the answer is longer than ${maxBytes} bytes`);
      arriving.add(next.value);
    }
  } catch (error) {
    // The rest of the answer is not read.
    void parts?.return?.()?.catch(() => undefined);
    throw error;
  } finally {
    release(arriving);
  }
}

/** Connects to what `resolveEgress` allows alone; for clients that need the bytes as they came, which `fetch` decompresses. */
export async function agentWithin({ allowedPrivateHosts, timeoutMs, maxBytes }: EgressLimits): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const connect = buildConnector({ timeout: timeoutMs });
  return new Agent({
    maxResponseSize: maxBytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 0,
    // The socket goes to the address that was checked; TLS and the Host header keep the name.
    connect: (options, done) => {
      resolveEgress(options.hostname, allowedPrivateHosts)
        .then(({ address }) =>
          connect({ ...options, hostname: address, servername: options.servername ?? options.hostname }, done),
        )
        .catch((error) => done(error, null));
    },
  });
}
