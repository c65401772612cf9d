import { Agent, buildConnector, fetch } from 'undici';
import { resolveEgress } from './egress.js';

export interface EgressLimits {
  /** Host names, addresses and CIDRs that may be reached although they are not public. */
  readonly allowedPrivateHosts: readonly string[];
  /** Of one request, from its start to the last byte of its answer; milliseconds. */
  readonly timeoutMs: number;
  /** Longer answers are cut off with an error; bytes. */
  readonly maxBytes: number;
}

/** The answer points somewhere else; a credential goes only where its operator sent it. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

/** `fetch` that reaches what `resolveEgress` allows alone, follows no redirect, and is bounded in time and size. */
export function egressFetch(limits: EgressLimits): { fetch: typeof globalThis.fetch; close(): Promise<void> } {
  const agent = agentWithin(limits);
  const bounded = async (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) => {
    const late = AbortSignal.timeout(limits.timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
    const response = await fetch(input, { ...init, redirect: 'manual', signal, dispatcher: agent });
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel();
      throw new RedirectError(`the answer is a redirect (${response.status}), which is not followed`);
    }
    return response;
  };
  return { fetch: bounded as unknown as typeof globalThis.fetch, close: () => agent.destroy() };
}

/** Connects to what `resolveEgress` allows alone; for clients that need the bytes as they came, which `fetch` decompresses. */
export function agentWithin({ allowedPrivateHosts, timeoutMs, maxBytes }: EgressLimits): Agent {
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
