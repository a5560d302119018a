import { isIP } from 'node:net';

/** The address alone, as some proxies hand it on with a port or in brackets; IPv4 by its own name. */
export function plainAddress(ip: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(ip) ?? [];
  const address = (bracketed ?? plain ?? ip).split('%')[0]!;
  return mappedAddress(address) ?? address;
}

/** The IPv4 address inside of an IPv6 one (`::ffff:203.0.113.7`, `::ffff:cb00:7107`), if it has one. */
export function mappedAddress(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  // The shortest form by which the platform knows it, whatever way it was written.
  const short = new URL(`http://[${address.split('%')[0]}]`).hostname;
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [one >> 8, one & 255, two >> 8, two & 255].join('.');
}
