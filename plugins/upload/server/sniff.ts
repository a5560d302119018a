import { fileTypeFromBuffer, supportedExtensions } from 'file-type';
import { suffixOf } from '../shared/checks.ts';
import type { FileKind } from './fileKind.ts';
import { textKind } from './sniffText.ts';

/** Bytes of the beginning that tell what a file is. */
export const headSize = 65_536;

/** Documents of programs that keep them in a container that others use, too: the name says which it is. */
const within: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cfb: {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    msg: 'application/vnd.ms-outlook',
  },
  zip: {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
  },
};
const alike: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpg', 'jpeg', 'jpe'],
  tif: ['tif', 'tiff'],
  mp4: ['mp4', 'm4v'],
  mid: ['mid', 'midi'],
  ogv: ['ogv', 'ogg'],
  oga: ['oga', 'ogg'],
  html: ['html', 'htm'],
};

/** The suffixes that files of one kind may have, by the one that is written down. */
export const suffixesLike = (suffix: string): readonly string[] => alike[suffix] ?? [suffix];

/** What a file is by its first `headSize` bytes; of its name only what the content leaves open counts. */
export async function sniff(head: Uint8Array, name: string): Promise<FileKind> {
  const claimed = suffixOf(name);
  const text = textKind(head, claimed);
  // Programs and pages are texts, and some begin like something harmless.
  if (text) return text;
  const found = await fileTypeFromBuffer(head);
  if (found) {
    const type = within[found.ext]?.[claimed];
    if (type !== undefined) return { type, suffix: claimed, suffixes: [claimed] };
    return { type: found.mime, suffix: found.ext, suffixes: suffixesLike(found.ext) };
  }
  if (isLongTiff(head)) return { type: 'image/tiff', suffix: 'tif', suffixes: suffixesLike('tif') };
  const isKnown = (supportedExtensions as ReadonlySet<string>).has(claimed) || claimed === 'jpeg' || claimed === 'txt';
  return { type: 'application/octet-stream', suffix: '', suffixes: claimed === '' || isKnown ? [] : [claimed] };
}

/** A TIFF whose directory lies beyond what is looked at here; what is called a picture is decoded before it is kept. */
function isLongTiff(head: Uint8Array): boolean {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const mark = view.toString('latin1', 0, 4);
  if (head.length < headSize || (mark !== 'II*\0' && mark !== 'MM\0*')) return false;
  const directory = mark === 'II*\0' ? view.readUInt32LE(4) : view.readUInt32BE(4);
  if (directory + 2 > head.length) return true;
  const entries = mark === 'II*\0' ? view.readUInt16LE(directory) : view.readUInt16BE(directory);
  return directory + 2 + entries * 12 > head.length;
}

/** Kinds that show something and run nothing, whoever serves them: their files keep their suffix. */
const harmless =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|text\/(?:plain|csv)$|application\/(?:pdf|json|zip|x-rar-compressed|x-7z-compressed|gzip|x-gzip|x-tar|x-bzip2|msword$|vnd\.ms-(?:excel|powerpoint|outlook)$|vnd\.openxmlformats|vnd\.oasis|epub))/;

/** Whether a file of the type runs nothing, whoever serves it. */
export const isHarmless = (type: string): boolean => harmless.test(type) && !/macroenabled/i.test(type);

/** An SVG runs nothing as a picture of a page; whoever opens it by itself gets it to save, in a sandbox. */
const isNamed = (type: string): boolean => isHarmless(type) || type === 'image/svg+xml';

/** The suffix that a file has in its storage and its address: what could run, wherever it lands, is `bin`. */
export const safeSuffix = ({ type, suffix }: FileKind): string => (isNamed(type) ? suffix : 'bin');

/** The media type by which a file is served: what could run is bytes. */
export const servedType = (type: string): string => (isNamed(type) ? type : 'application/octet-stream');
