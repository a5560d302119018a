import { isIPv6 } from 'node:net';
import { plainAddress } from '../plainAddress.ts';

/**
 * Whom an address counts for: an IPv4 address, with a port or mapped into IPv6 or not, for itself; an IPv6 address for its /64, which is
 * what one customer gets.
 */
export function placeOf(ip: string): string {
  const address = plainAddress(ip);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
