import { EgressForbiddenError } from '../../platform/egress/egress.js';
import type { ConnectorContext } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import type { AwsRequest, AwsService } from '../transport/transport.js';

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
export function originWithin(
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
