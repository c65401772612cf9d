import type { ConnectorContext } from '../connector.js';
import { urlAsMeant } from '../resource/requests/url-path.js';
import type { HttpConnector } from './line.js';
import { lineTo } from './line-to.js';

/**
 * `fetch` for a provider's client; the line adds the credential. An answer is there as a whole or not at all. It rejects
 * with NotCapturable for a path with steps.
 */
export async function fetchWithin(
  connector: HttpConnector,
  context: ConnectorContext,
): Promise<{ fetch: typeof globalThis.fetch; close(): Promise<void> }> {
  const line = await lineTo(connector, context);
  const whole = async (input: string | URL | Request, init?: RequestInit) => {
    // A client puts its arguments into the path, so a URL whose path a parser would change is refused.
    const request = new Request(typeof input === 'string' ? urlAsMeant(input) : input, init);
    context.agentCall?.assertPath(new URL(request.url).pathname);
    const send = context.agentCall ? line.answer : line.send;
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
  return { fetch: whole, close: () => line.close() };
}
