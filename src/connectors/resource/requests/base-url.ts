import { isAllowedPrivate } from '../../../platform/egress/egress.js';
import type { ConnectorContext } from '../../connector.js';
import { NotCapturable } from '../resource.js';

/**
 * The base URL of a provider's API, without a slash at the end.
 * @throws NotCapturable
 */
export function baseUrlOf({ credentials, allowedPrivateHosts }: ConnectorContext, fallback: string): string {
  return secureUrl(credentials.baseUrl || fallback, allowedPrivateHosts).href.replace(/\/+$/, '');
}

/**
 * A credential crosses the open network encrypted alone: plain http:// is for hosts that the installation allows as
 * private ones.
 * @throws NotCapturable
 */
export function secureUrl(text: string, allowedPrivateHosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw new NotCapturable('the base URL must be https://');
  if (url.protocol === 'http:' && !isAllowedPrivate(url.hostname, allowedPrivateHosts))
    throw new NotCapturable(
      'the base URL must be https://, as this installation does not allow its host as a private one',
    );
  if (url.username || url.password || url.search || url.hash)
    throw new NotCapturable('the base URL must have neither a password nor a query');
  return url;
}
