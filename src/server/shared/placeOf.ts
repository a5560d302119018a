import { addressIn } from './addresses.ts';

/**
 * Whom an address counts for: an IPv4 address, with a port or mapped into IPv6 or not, for itself; an IPv6 address for its /64, which is
 * what one customer gets.
 */
export function placeOf(ip: string): string {
  const address = addressIn(ip);
  if (!address) return ip;
  if (!('parts' in address)) return address.toString();
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
