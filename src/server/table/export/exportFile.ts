import { create as contentDisposition } from 'content-disposition';
import { dateTimeText } from '#resource';
import { byteStream } from './byteStream.ts';
import type { Cell } from './cells.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

export type Page = readonly (readonly Cell[])[];

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: csvOf },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: xlsxOf },
} as const;
export type Format = keyof typeof formats;

export const isFormat = (name: unknown): name is Format => typeof name === 'string' && Object.hasOwn(formats, name);

interface Content {
  readonly format: Format;
  /** Of its sheet; the file is called so as well, with the day unless it has a `name` of its own. */
  readonly title: string;
  readonly name?: string;
  readonly total?: number | undefined;
}

/** An answer that is a file, made while it is sent. */
export function fileAnswer(
  pages: AsyncGenerator<Page>,
  { format, title, name = `${title} ${today()}`, total }: Content,
  ended: Parameters<typeof byteStream>[1],
): Response {
  const { type, write } = formats[format];
  return new Response(byteStream(write(pages, title), ended), {
    headers: {
      'content-type': type,
      'content-disposition': contentDisposition(`${anywhere(name)}.${format}`),
      ...(total === undefined ? {} : { 'x-total-count': String(total) }),
    },
  });
}

const today = (): string => dateTimeText(Math.floor(Date.now() / 1000)).slice(0, 10);

/** A name that files may have everywhere. */
const anywhere = (name: string): string => name.replaceAll(/[\\/:*?"<>|]|\p{Cc}/gu, ' ').trim();
