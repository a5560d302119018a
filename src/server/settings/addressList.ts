import { BlockList, isIP } from 'node:net';

/** Networks of the machine itself. */
const own = new BlockList();
own.addSubnet('127.0.0.0', 8, 'ipv4');
own.addAddress('::1', 'ipv6');

const entriesOf = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

/** The first entry that is neither an address nor a network. */
export const wrongAddressIn = (text: string): string | undefined => entriesOf(text).find((entry) => !isEntry(entry));

function isEntry(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const largest = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= largest))
  );
}

/** Addresses and networks, one a line. */
export function addressList(text: string): BlockList {
  const list = new BlockList();
  for (const entry of entriesOf(text).filter(isEntry)) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether the address is in the list; the machine's own never is, so that nobody can lock everybody out. */
export const isListed = (list: BlockList, ip: string): boolean =>
  isIP(ip) !== 0 && list.check(ip, familyOf(ip)) && !own.check(ip, familyOf(ip));

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
