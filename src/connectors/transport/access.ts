/** The destination of requests with a credential, and the header that identifies their sender to the provider there. */
export interface Access {
  /** They go to this origin, to this path or below it. */
  readonly base: URL;
  /** Empty when the credential has none. */
  readonly authorization: string;
}

/** Headers that name the sender of a request, or the host behind an address that it is for. */
const OURS = ['authorization', 'proxy-authorization', 'cookie', 'host', 'forwarded', 'x-forwarded-host'];

/** True when a request to this address goes to the destination of the credential. */
export function isWithin({ base }: Access, url: URL): boolean {
  const path = base.pathname.replace(/\/+$/, '');
  const isBelow = url.pathname === path || url.pathname.startsWith(`${path}/`);
  return url.origin === base.origin && isBelow && url.username === '' && url.password === '';
}

/** The headers of a request that its client may choose. */
export function chosenHeaders<T>(headers: Iterable<readonly [name: string, value: T]>): [string, T][] {
  return [...headers].flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return OURS.includes(lower) ? [] : [[lower, value]];
  });
}
