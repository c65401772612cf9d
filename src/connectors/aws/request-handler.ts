import { agentWithin, type EgressLimits, RedirectError } from '../../platform/egress-fetch.js';

/** What the clients of AWS hand to their transport; `path` and `query` are signed as they are sent. */
interface SignedRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/**
 * The transport of AWS clients: public or allowed hosts alone, no redirects, bounded in time and size. Not `fetch`,
 * which would decompress an object that is stored compressed, and rewrite a key with dots between slashes.
 */
export async function awsRequestHandler(limits: EgressLimits) {
  const agent = await agentWithin(limits);
  const handle = async (request: SignedRequest, options: { abortSignal?: unknown } = {}) => {
    const late = AbortSignal.timeout(limits.timeoutMs);
    const { abortSignal } = options;
    const { statusCode, headers, body } = await agent.request({
      origin: originOf(request),
      path: request.path + queryOf(request.query),
      method: request.method as 'GET',
      headers: { 'accept-encoding': 'identity', ...request.headers },
      body: request.body ?? null,
      signal: abortSignal instanceof AbortSignal ? AbortSignal.any([abortSignal, late]) : late,
    });
    // Whoever gives up an answer half read has nobody to tell.
    body.on('error', () => undefined);
    if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
      body.destroy();
      throw new RedirectError(`the answer is a redirect (${statusCode}), which is not followed: check the region`);
    }
    return { response: { statusCode, headers: flat(headers), body } };
  };
  return { handle, metadata: { handlerProtocol: 'http/1.1' }, close: () => agent.destroy() };
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
