import { EgressForbiddenError } from '../../platform/egress/egress.js';
import { agentWithin, bytesOf, RedirectError } from '../../platform/egress/egress-fetch.js';
import type { ConnectorContext } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { errorWithoutEcho, withoutEcho } from '../transport/echo.js';
import type { AwsRequest, AwsService, AwsTransport } from '../transport/transport.js';
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

/** AWS's own hosts for each service; a bucket may be part of the name. */
const HOSTS: Readonly<Record<AwsService, RegExp>> = {
  dynamodb: /^dynamodb\.[a-z0-9-]+\.amazonaws\.(com|com\.cn|eu)$/,
  s3: /^(.+\.)?s3(express-[a-z0-9-]+|-accesspoint|-[a-z0-9-]+)?(\.[a-z0-9-]+)?\.amazonaws\.(com|com\.cn|eu)$/,
};

/** TRACE would be answered with the credential. */
const METHODS = ['DELETE', 'GET', 'HEAD', 'POST', 'PUT'];

/**
 * The origin that a request goes to, if the credential is for it: AWS, or the server of the base URL.
 * @throws EgressForbiddenError, NotCapturable
 */
function originWithin(
  service: AwsService,
  context: ConnectorContext,
  { protocol, hostname, port, path, method }: AwsRequest,
): URL {
  if (!METHODS.includes(method)) throw new EgressForbiddenError(`no client of AWS sends ${method}`);
  const text = `${protocol}//${hostname}${port ? `:${port}` : ''}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && [url.origin, `${url.origin}/`].includes(url.href) && path.startsWith('/');
  if (!isOrigin || !isOurs(service, context, url, path))
    throw new EgressForbiddenError('the request does not go where the credential is for');
  return url;
}

function isOurs(service: AwsService, context: ConnectorContext, url: URL, path: string): boolean {
  if (!context.credentials.baseUrl)
    return url.protocol === 'https:' && url.port === '' && HOSTS[service].test(url.hostname);
  const base = new URL(baseUrlOf(context, ''));
  const isBucketOf = service === 's3' && url.hostname.endsWith(`.${base.hostname}`);
  const isHost = url.hostname === base.hostname || isBucketOf;
  return isHost && url.protocol === base.protocol && url.port === base.port && path.startsWith(base.pathname);
}
