import { useQueries } from '@tanstack/react-query';
import type { FieldManifest } from '#resource';
import { fieldOptions } from '../send/fieldLimits.ts';
import { nameOf, shapeOf, thumbOf, versioned, type ThumbWidth } from './fileKinds.ts';
import { linkOf } from './fileLinks.ts';

interface StoredFile {
  /** As rows hold it. */
  readonly address: string;
  readonly isPrivate: boolean;
  /** Where it is known; else the server is asked, or the address says it. */
  readonly name?: string;
  /** What it was called when it was chosen in this browser, until the server says it. */
  readonly chosenName?: string | undefined;
  /** Media type, where it is known. */
  readonly type?: string | undefined;
  /** Changes when the file at the address does. */
  readonly version?: number | undefined;
}

/** A file as it can be shown. */
export interface ShownFile {
  readonly address: string;
  readonly name: string;
  readonly type?: string | undefined;
  /** Where it is loaded from; undefined while that is being asked, and when it is gone. */
  readonly link: string | undefined;
  /** The same of its thumbnail. */
  readonly thumb: string | undefined;
  /** A private file that there is none of, or that is not for the caller. */
  readonly isGone: boolean;
}

/** Milliseconds after which signed addresses are asked for anew; they hold for five minutes at the least. */
const fresh = 240_000;

/**
 * Files with what they are called and where they can be loaded from: private ones have signed links, for those who may have
 * them.
 */
export function useShownFiles(files: readonly StoredFile[], width: ThumbWidth): readonly ShownFile[] {
  const keys = [...new Set(files.flatMap((file) => keysOf(file, width)))];
  const signed = new Set(files.filter(({ isPrivate }) => isPrivate).map(({ address }) => address));
  const answers = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['upload links', key],
      queryFn: () => {
        const [wanted, address] = parsed(key);
        return linkOf(address, wanted);
      },
      staleTime: fresh,
      refetchInterval: signed.has(parsed(key)[1]) ? fresh : (false as const),
      retry: false,
    })),
  });
  const found = (key: string) => answers[keys.indexOf(key)];
  return files.map(({ address, isPrivate, type, version, ...known }) => {
    const whole = found(`0 ${address}`);
    const name = known.name ?? whole?.data?.name ?? known.chosenName ?? nameOf(address);
    if (!isPrivate) {
      const link = versioned(address, version);
      const thumb = thumbOf(address, width, version);
      return { address, name, type, link, thumb, isGone: false };
    }
    const [link, thumb] = [whole?.data?.link, found(`${width} ${address}`)?.data?.link];
    const isGone = whole?.isError === true || (whole?.isSuccess === true && link === undefined);
    return { address, name, type, link, thumb, isGone };
  });
}

/** What is asked about a file: a width, 0 for the file itself, and its address. */
function keysOf({ address, isPrivate, name, type }: StoredFile, width: ThumbWidth): string[] {
  const isAsked = isPrivate || (name === undefined && address.startsWith('/storage/'));
  const isDrawn = isPrivate && shapeOf(address, type) === 'picture';
  return [...(isAsked ? [`0 ${address}`] : []), ...(isDrawn ? [`${width} ${address}`] : [])];
}

function parsed(key: string): [width: number, address: string] {
  const at = key.indexOf(' ');
  return [Number(key.slice(0, at)), key.slice(at + 1)];
}

/** The files that a field holds; `chosenNames` of those that were chosen here. */
export function useFilesOf(
  field: FieldManifest,
  addresses: readonly string[],
  width: ThumbWidth,
  chosenNames?: ReadonlyMap<string, string>,
) {
  const takesPrivate = fieldOptions(field).private === true;
  return useShownFiles(
    addresses.map((address) => ({
      address,
      isPrivate: takesPrivate && address.startsWith('/storage/'),
      chosenName: chosenNames?.get(address),
    })),
    width,
  );
}
