import type { Sent } from '../../method-client/outgoing.js';
import type { Parameters } from '../../method-client/signature.js';

/** A POST that only looks. */
const LOOKING = /\/freeBusy$/;

/** A request of Gaxios as it is about to be sent. */
export function requestSent(request: Parameters, body: unknown = request.data ?? request.body): Sent {
  const url = String(request.url);
  const base = request.baseURL === undefined ? undefined : String(request.baseURL);
  const address = URL.canParse(url, base) ? new URL(url, base) : null;
  const method = String(request.method ?? 'GET').toUpperCase();
  return {
    method,
    path: address ? address.pathname + address.search : url,
    ...(address && { host: address.host }),
    body,
    headers: request.headers,
    signal: request.signal,
    reads: method === 'POST' ? address !== null && LOOKING.test(address.pathname) : undefined,
    simulate,
  };
}

export function simulate(_: unknown, actionId: string): unknown {
  const data = { id: `simulated_${actionId}` };
  return { config: {}, data, status: 200, statusText: 'OK', headers: {}, request: { responseURL: '' } };
}
