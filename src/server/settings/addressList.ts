import { BlockList, isIP } from 'node:net';
import { mappedAddress, plainAddress } from '../plainAddress.ts';

/** Networks of the machine itself. */
const own = new BlockList();
own.addSubnet('127.0.0.0', 8, 'ipv4');
own.addAddress('::1', 'ipv6');

/** The widest networks that can be listed, in bits of their prefix: wider ones are no provider's and no country's. */
const widest = { ipv4: 8, ipv6: 16 } as const;

type Family = keyof typeof widest;
interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: Family;
}

const entriesOf = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

/** The first entry that is neither an address nor a network. */
export const wrongAddressIn = (text: string): string | undefined =>
  entriesOf(text).find((entry) => networkOf(entry) === undefined);

/** The first network that nearly everybody is in. */
export const tooWideIn = (text: string): string | undefined =>
  entriesOf(text).find((entry) => {
    const network = networkOf(entry);
    return network !== undefined && network.bits < widest[network.family];
  });

/** Addresses and networks, one a line. */
export function addressList(text: string): BlockList {
  const list = new BlockList();
  for (const network of entriesOf(text).map(networkOf)) {
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
}

/** Whether the address is in the list; the machine's own never is, so that nobody can lock everybody out. */
export function isListed(list: BlockList, ip: string): boolean {
  const address = plainAddress(ip);
  const family = familyOf(address);
  return family !== undefined && list.check(address, family) && !own.check(address, family);
}

function familyOf(address: string): Family | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

/** An IPv4 address that is written as IPv6 is the same network by its IPv4 name. */
function networkOf(entry: string): Network | undefined {
  const [written = '', bits, ...more] = entry.split('/');
  const family = familyOf(written);
  const all = family === 'ipv4' ? 32 : 128;
  if (!family || more.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= all)))
    return undefined;
  const prefix = bits === undefined ? all : Number(bits);
  const mapped = mappedAddress(written);
  return mapped !== undefined && prefix >= 96
    ? { address: mapped, bits: prefix - 96, family: 'ipv4' }
    : { address: written.split('%')[0]!, bits: prefix, family };
}
