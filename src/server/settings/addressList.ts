import { addressIn, isLoopback, isWithin, networkIn, type Network } from '../shared/addresses.ts';

/** The widest networks that can be listed, in bits of their prefix: wider ones are no provider's and no country's. */
const widest = { ipv4: 8, ipv6: 16 } as const;

const entriesOf = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

/** The first entry that is neither an address nor a network. */
export const wrongAddressIn = (text: string): string | undefined =>
  entriesOf(text).find((entry) => networkIn(entry) === undefined);

/** The first network that nearly everybody is in. */
export const tooWideIn = (text: string): string | undefined =>
  entriesOf(text).find((entry) => {
    const network = networkIn(entry);
    return network !== undefined && network[1] < widest[network[0].kind()];
  });

/** Addresses and networks, one a line. */
export const addressList = (text: string): readonly Network[] =>
  entriesOf(text).flatMap((entry) => {
    const network = networkIn(entry);
    return network ? [network] : [];
  });

/** Whether the address is in the list; the machine's own never is, so that nobody can lock everybody out. */
export function isListed(list: readonly Network[], ip: string): boolean {
  const address = addressIn(ip);
  return address !== undefined && !isLoopback(address) && list.some((network) => isWithin(address, network));
}
