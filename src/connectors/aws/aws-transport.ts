import { agentWithin, bytesOf, RedirectError } from '../../platform/egress/egress-fetch.js';
import type { ConnectorContext } from '../connector.js';
import { errorWithoutEcho, withoutEcho } from '../transport/echo.js';
import type { AwsRequest, AwsService, AwsTransport } from '../transport/transport.js';
import { originWithin } from './aws-access.js';
import { signerOf } from './signer.js';

const MOST_BYTES = 10_000_000;

/**
 * The transport of AWS clients, which signs: to the provider of the credential alone, no redirects, bounded in time and size. Not `fetch`,
 * which would decompress an object that is stored compressed, and rewrite a key with dots between slashes.
 */
export async function openAws(service: AwsService, context: ConnectorContext): Promise<AwsTransport> {
  const sign = await signerOf(service, context);
  const agent = await agentWithin({ ...context, maxBytes: MOST_BYTES });
  return {
    send: async (request) => {
      const { origin, host } = originWithin(service, context, request);
      const signed = await sign(request, host);
      const { statusCode, headers, body } = await agent.request({
        origin,
        path: request.path + queryOf(request.query),
        method: request.method as 'GET',
        headers: { 'accept-encoding': 'identity', ...signed },
        body: request.body ?? null,
        signal: AbortSignal.timeout(context.timeoutMs),
      });
      if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
        body.on('error', () => undefined).destroy();
        throw new RedirectError(`the answer is a redirect (${statusCode}), which is not followed: check the region`);
      }
      const bytes = await bytesOf(body, MOST_BYTES);
      const cleaned = Object.entries(flat(headers)).map(([name, value]) => [name, withoutEcho(context.secrets, value)]);
      return {
        statusCode,
        headers: Object.fromEntries(cleaned),
        body: statusCode >= 400 ? errorWithoutEcho(context.secrets, bytes) : bytes,
      };
    },
    close: () => agent.destroy(),
  };
}

function queryOf(query: AwsRequest['query'] = {}): string {
  const pairs = Object.keys(query)
    .sort()
    .flatMap((name) => {
      const value = query[name];
      if (value === null || value === undefined) return [escaped(name)];
      return [value].flat().map((one) => `${escaped(name)}=${escaped(one as string)}`);
    });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** RFC 3986, as signatures need it. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}
