import type { ConnectorContext } from '../connector.js';
import { urlAsMeant } from '../resource/url-path.js';
import type { HttpLine } from './line.js';
import { lineTo } from './line-to.js';

/** `fetch` for a provider's client. An answer is there as a whole or not at all. It rejects with NotCapturable for a path with steps. */
export function fetchWithin(
  context: ConnectorContext,
  maxBytes: number,
): { fetch: typeof globalThis.fetch; close(): Promise<void> } {
  let line: Promise<HttpLine> | undefined;
  const whole = async (input: string | URL | Request, init?: RequestInit) => {
    // A client puts what it was given into the path: what a parser makes another path of goes nowhere.
    const request = new Request(typeof input === 'string' ? urlAsMeant(input) : input, init);
    line ??= lineTo('http', context, { maxBytes });
    const { url, status, statusText, headers, body } = await (await line).send({
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      body: request.body && new Uint8Array(await request.arrayBuffer()),
    });
    const date = Date.parse(headers.find(([name]) => name === 'date')?.[1] ?? '');
    if (!Number.isNaN(date)) context.onDate?.(date);
    return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
  };
  return { fetch: whole, close: async () => (await line)?.close() };
}
