import type { ConnectorContext } from '../connector.js';

/** Where requests with a credential may go, and what tells the provider there whose they are. */
export interface Access {
  /** They go to this origin, to this path or below it. */
  readonly base: URL;
  /** Empty: the credential has none. */
  readonly authorization: string;
}

/** @throws NotCapturable when the credential cannot be used */
export type AccessOf = (context: ConnectorContext) => Promise<Access>;

/** What says whose a request is, or which of the hosts behind an address it is for. */
const OURS = ['authorization', 'proxy-authorization', 'cookie', 'host', 'forwarded', 'x-forwarded-host'];

/** Whether a request to this address goes where the credential does. */
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
