/** The headers with which a browser names the page that a request comes from. */
export interface Provenance {
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
}

/** The socket's address at which the request arrived. */
export interface Arrival {
  readonly address: string | undefined;
  readonly port: number | undefined;
}

const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The request comes from a page of the service, or a person typed the address. */
const OWN_SITES: readonly string[] = ['same-origin', 'none'];

/**
 * The origins whose pages are the service's own. Over plain HTTP these include the address itself, which is read from
 * the socket and not from the request. Under an https address, a page that came without TLS is foreign.
 */
export function ownOrigins(publicUrl: string, { address, port }: Arrival): readonly string[] {
  const { origin, protocol } = new URL(publicUrl);
  if (protocol === 'https:' || !address || !port) return [origin];
  const plain = address.replace(/^::ffff:/, '');
  const hosts = isLoopback(plain) ? [plain, 'localhost'] : [plain];
  return [origin, ...hosts.map((host) => new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin)];
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

/** True when no header about the request's provenance names another origin. */
export const isFromOwnOrigin = ({ origin, site }: Provenance, own: readonly string[]): boolean =>
  (origin === undefined || own.includes(origin)) && (site === undefined || OWN_SITES.includes(site));

/**
 * True when a request that a cookie speaks for comes from the service's own pages. A request that may change something
 * must name its origin, because a request without one may come from anywhere.
 */
export function isOwnRequest(method: string, provenance: Provenance, own: readonly string[]): boolean {
  if (!isFromOwnOrigin(provenance, own)) return false;
  return SAFE.includes(method) || provenance.origin !== undefined || provenance.site === 'same-origin';
}
