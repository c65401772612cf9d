import ipaddr from 'ipaddr.js';

/** `203.0.113.7:51234` and `[2001:db8::1]:51234`: some proxies forward the port too. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/**
 * The caller that an address stands for when requests are counted: an IPv4 address for itself, an IPv6 address for its
 * /64, because one subscriber has all of it. All texts that are no address count together, so that a caller gets no
 * count of its own by making up a text.
 */
export function callerOfAddress(address: string): string {
  const [, inBrackets, beforePort] = WITH_PORT.exec(address) ?? [];
  const text = inBrackets ?? beforePort ?? address;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).toString();
  if (!ipaddr.IPv6.isValid(text)) return 'unknown';
  const parsed = ipaddr.IPv6.parse(text);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
