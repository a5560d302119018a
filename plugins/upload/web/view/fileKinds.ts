import { suffixOf } from '../../shared/checks.ts';

/** How a browser shows a file; `other` has an icon instead. */
export type Shape = 'picture' | 'video' | 'audio' | 'pdf' | 'other';

const suffixes: Readonly<Record<Exclude<Shape, 'other'>, readonly string[]>> = {
  picture: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif', 'svg'],
  video: ['mp4', 'webm', 'mov', 'm4v', 'ogv'],
  audio: ['mp3', 'wav', 'ogg', 'm4a', 'aac', 'flac', 'oga'],
  pdf: ['pdf'],
};

/** By the suffix in the address, or by the media type where it is known. */
export function shapeOf(address: string, type = ''): Shape {
  const media = type.split('/', 1)[0]!;
  if (type === 'application/pdf') return 'pdf';
  if (media === 'image') return 'picture';
  if (media === 'video' || media === 'audio') return media;
  const suffix = suffixOf(nameOf(address));
  return (
    (Object.keys(suffixes) as Exclude<Shape, 'other'>[]).find((each) => suffixes[each].includes(suffix)) ?? 'other'
  );
}

/**
 * What people call the file at an address: its last part, without the hash that the server puts behind a name, and the
 * letters behind that of one sent straight to another storage.
 */
export function nameOf(address: string): string {
  const last = address.replace(/[?#].*$/, '').replace(/^.*\//, '');
  return decoded(last).replace(/(?<=.)[0-9a-f]{40}(?:[a-z0-5]{32})?(?=\.[A-Za-z0-9]+$|$)/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Widths that the server makes small pictures of. */
export type ThumbWidth = 96 | 320 | 960;

/** A small copy of a picture of this site; drawings and others are taken as they are. */
export const thumbOf = (address: string, width: ThumbWidth, version?: number): string =>
  /^\/storage\/[^?#]*(?<!\.svg)$/.test(address)
    ? `${address}?thumb=${width}${version === undefined ? '' : `&v=${version}`}`
    : versioned(address, version);

/** An address of this site that browsers take for another one once the file has been replaced. */
export const versioned = (address: string, version?: number): string =>
  version !== undefined && /^\/storage\/[^?#]*$/.test(address) ? `${address}?v=${version}` : address;
