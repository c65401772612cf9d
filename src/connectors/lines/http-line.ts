import { type EgressLimits, egressFetch } from '../../platform/egress-fetch.js';
import type { HttpLine } from './line.js';

/** Reaches what the limits allow alone. */
export function openHttp(limits: EgressLimits): HttpLine {
  const { fetch, close } = egressFetch(limits);
  return {
    send: async ({ url, method, headers, body }) => {
      const answer = await fetch(url, { method, headers, body: body as Uint8Array<ArrayBuffer> | null });
      return {
        url: answer.url,
        status: answer.status,
        statusText: answer.statusText,
        headers: [...answer.headers],
        body: answer.body && new Uint8Array(await answer.arrayBuffer()),
      };
    },
    close,
  };
}
