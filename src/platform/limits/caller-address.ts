import ipaddr from 'ipaddr.js';

/** `203.0.113.7:51234` and `[2001:db8::1]:51234`: some proxies forward the port too. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/**
 * Whom an address stands for when requests are counted: an IPv4 address for itself, an IPv6 address for its /64, for
 * one subscriber has all of it. What is no address counts together with all else that is none, so that no text a
 * caller makes up gives them a count of their own.
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
