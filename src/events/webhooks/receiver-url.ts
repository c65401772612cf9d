import { setTimeout as delay } from 'node:timers/promises';
import { EgressForbiddenError, resolveEgress } from '../../platform/egress/egress.js';
import { validationFailed } from '../../platform/errors.js';

const LOOK_UP_MS = 2_000;

/**
 * The address of a receiver: HTTPS, or HTTP to a host that is private and allowed. This is a courtesy, for it is checked
 * again whenever something is sent; so a name that cannot be looked up now will do.
 * @throws 400
 */
export async function checkedUrl(text: string, allowed: readonly string[]): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw validationFailed('url', 'must be an https address');
  if (url.username || url.password || url.hash)
    throw validationFailed('url', 'must have no credentials and no fragment');
  if (await isForbidden(url.hostname, allowed)) throw validationFailed('url', 'must name a public host');
  if (url.protocol === 'http:' && !(await isForbidden(url.hostname, [])))
    throw validationFailed('url', 'must be an https address');
  return url;
}

async function isForbidden(host: string, allowed: readonly string[]): Promise<boolean> {
  const looked = resolveEgress(host, allowed).then(
    () => false,
    (error: unknown) => error instanceof EgressForbiddenError,
  );
  return Promise.race([looked, delay(LOOK_UP_MS, false, { ref: false })]);
}
