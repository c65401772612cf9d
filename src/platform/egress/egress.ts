import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The host is not public and the installation does not allow it. */
export class EgressForbiddenError extends Error {
  override readonly name = 'EgressForbiddenError';
}

export interface EgressAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Reach = 'machine' | 'private' | 'public';

type Address = ReturnType<typeof ipaddr.process>;

/** Public by range, yet answered by the hypervisor of a large cloud with machine metadata. */
const METADATA = ['168.63.129.16'];
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Resolves a host once and checks every address it has. The caller connects to the returned address, never to the
 * name again, so an answer of the name server that changes later cannot get past the check.
 *
 * @param allowed host names, addresses and CIDRs that may be reached although they are not public
 * @throws EgressForbiddenError when any address is not public and not allowed
 * @throws Error with `code` of the resolver when the name has no address
 */
export async function resolveEgress(host: string, allowed: readonly string[]): Promise<EgressAddress> {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (name === '' || name.includes('/') || name.includes('\0')) {
    throw new EgressForbiddenError('only hosts reached over TCP are allowed, not sockets of this machine');
  }
  const candidates = await lookup(name, { all: true });
  const nameAllowed = allowed.some((entry) => entry.toLowerCase() === name);
  if (!nameAllowed && !candidates.every(({ address }) => isPublic(address) || isListed(address, allowed))) {
    throw new EgressForbiddenError(`${name} is not a public host and this installation does not allow it`);
  }
  const chosen = candidates.find(({ family }) => family === 4) ?? candidates[0];
  if (chosen === undefined) throw new EgressForbiddenError(`${name} has no address`);
  return { address: chosen.address, family: chosen.family === 4 ? 4 : 6 };
}

/** True when the installation allows this host, or its address, although it is not public. */
export function isAllowedPrivate(host: string, allowed: readonly string[]): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return allowed.some((entry) => entry.toLowerCase() === name) || (ipaddr.isValid(name) && isListed(name, allowed));
}

/** True when the address belongs to the public internet. */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || METADATA.includes(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6[0], GLOBAL_IPV6[1]);
}

/** The reach of a connection to this address: this machine, the operator's network, or unknown. */
export function reachOf(text: string): Reach {
  if (isPublic(text)) return 'public';
  return ipaddr.process(text).range() === 'loopback' ? 'machine' : 'private';
}

function isListed(text: string, allowed: readonly string[]): boolean {
  const address = ipaddr.process(text);
  return allowed.some((entry) => (ipaddr.isValidCIDR(entry) ? within(address, entry) : sameAddress(address, entry)));
}

function within(address: Address, cidr: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return network.kind() === address.kind() && address.match(network, bits);
}

function sameAddress(address: Address, entry: string): boolean {
  return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === address.toString();
}
