import { buffer } from 'node:stream/consumers';
import { agentWithin, type EgressLimits, RedirectError } from '../../platform/egress-fetch.js';
import type { AwsLine, SignedRequest } from '../lines/line.js';

/**
 * The transport of AWS clients: public or allowed hosts alone, no redirects, bounded in time and size. Not `fetch`,
 * which would decompress an object that is stored compressed, and rewrite a key with dots between slashes.
 */
export async function openAws(limits: EgressLimits): Promise<AwsLine> {
  const agent = await agentWithin(limits);
  return {
    send: async (request) => {
      const { statusCode, headers, body } = await agent.request({
        origin: originOf(request),
        path: request.path + queryOf(request.query),
        method: request.method as 'GET',
        headers: { 'accept-encoding': 'identity', ...request.headers },
        body: request.body ?? null,
        signal: AbortSignal.timeout(limits.timeoutMs),
      });
      if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
        body.on('error', () => undefined).destroy();
        throw new RedirectError(`the answer is a redirect (${statusCode}), which is not followed: check the region`);
      }
      return { statusCode, headers: flat(headers), body: await buffer(body) };
    },
    close: () => agent.destroy(),
  };
}

function originOf({ protocol, hostname, port }: SignedRequest): string {
  return `${protocol}//${hostname}${port ? `:${port}` : ''}`;
}

function queryOf(query: SignedRequest['query'] = {}): string {
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
