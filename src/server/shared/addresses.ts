import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

export type Address = IPv4 | IPv6;
/** An address and the bits of it that are the same in the whole network. */
export type Network = readonly [address: Address, bits: number];

/**
 * The address that a text is, also as some proxies hand it on, with a port or in brackets; IPv4 written as IPv6
 * (`::ffff:203.0.113.7`) is IPv4. Undefined for anything else.
 */
export function addressIn(text: string): Address | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return read(bracketed ?? plain ?? text);
}

/** The network that an entry such as `10.0.0.0/8` is, or the address alone. Networks of IPv4 within IPv6 are those of IPv4. */
export function networkIn(entry: string): Network | undefined {
  const [written = '', bits, ...more] = entry.split('/');
  const address = read(written);
  if (!address || more.length > 0) return undefined;
  const all = ipaddr.IPv6.isValid(written) ? 128 : 32;
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= all)) return undefined;
  const prefix = bits === undefined ? all : Number(bits);
  if (all === 32 || address.kind() === 'ipv6') return [address, prefix];
  return prefix >= 96 ? [address, prefix - 96] : [ipaddr.IPv6.parse(written), prefix];
}

export const isWithin = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** Whether the address is one of the machine itself. */
export const isLoopback = (address: Address): boolean => address.range() === 'loopback';

/** Nothing but the usual forms: the library also knows octal numbers and addresses of fewer parts. */
const read = (text: string): Address | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined;
