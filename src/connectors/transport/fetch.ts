import type { Reachable } from '../connector.js';
import { parseExactUrl } from '../resource/requests/url-path.js';
import type { HttpTransport } from './transport.js';

/**
 * `fetch` for a provider's client; the transport adds the credential. An answer is there as a whole or not at all. It rejects
 * with NotCapturable for a path with steps.
 */
export async function fetchWithin(
  context: Reachable,
): Promise<{ fetch: typeof globalThis.fetch; close(): Promise<void> }> {
  const transport = (await context.openTransport()) as HttpTransport;
  const whole = async (input: string | URL | Request, init?: RequestInit) => {
    // A client puts its arguments into the path, so a URL whose path a parser would change is refused.
    const request = new Request(typeof input === 'string' ? parseExactUrl(input) : input, init);
    context.agentCall?.assertPath(new URL(request.url).pathname);
    const send = context.agentCall ? transport.answer : transport.send;
    const { url, status, statusText, headers, body } = await send({
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      body: request.body && new Uint8Array(await request.arrayBuffer()),
    });
    const date = Date.parse(headers.find(([name]) => name === 'date')?.[1] ?? '');
    if (!Number.isNaN(date)) context.onDate?.(date);
    return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
  };
  return { fetch: whole, close: () => transport.close() };
}
