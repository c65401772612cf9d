import { EgressForbiddenError, resolveEgress } from '../../platform/egress.js';
import { NotCapturable } from './resource.js';

/**
 * Where a provider is reached: scheme, host and port. Unencrypted it is a private host alone, which the installation
 * must allow besides.
 * @throws NotCapturable for anything else
 */
export async function originOf(baseUrl: string | undefined, standard: string): Promise<URL> {
  const text = baseUrl || standard;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`)
    throw new NotCapturable('the base URL must be https://, a host and perhaps a port, and nothing more');
  if (url.protocol === 'http:' && !(await isPrivate(url.hostname)))
    throw new NotCapturable('the base URL must be https://');
  return url;
}

async function isPrivate(host: string): Promise<boolean> {
  try {
    await resolveEgress(host, []);
    return false;
  } catch (error) {
    if (error instanceof EgressForbiddenError) return true;
    throw error;
  }
}
