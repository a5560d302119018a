import { http } from '#web';

/** What the server says of an address. */
export interface LinkedFile {
  /** Of a private file, for whoever may have it; ends after minutes. */
  readonly link: string | undefined;
  readonly name: string;
}

interface Answer {
  readonly links: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}
interface Batch {
  readonly urls: Set<string>;
  readonly answer: Promise<Answer>;
}

/** Addresses that the server signs at a time. */
const most = 100;
const batches = new Map<number, Batch>();

/**
 * The name of a file, and a signed link to it where it is private, or to a thumbnail of it where a width is given; null when
 * there is none, or it is not for the caller. What is asked at a time, as by the cells of a list, goes in one request.
 */
export async function linkOf(url: string, width = 0): Promise<LinkedFile | null> {
  let batch = batches.get(width);
  if (!batch || batch.urls.size >= most) batches.set(width, (batch = begin(width)));
  batch.urls.add(url);
  const { links, names } = await batch.answer;
  const name = names[url];
  return name === undefined ? null : { link: links[url], name };
}

function begin(width: number): Batch {
  const urls = new Set<string>();
  const ask = async (): Promise<Answer> => {
    await new Promise((resolve) => setTimeout(resolve));
    if (batches.get(width) === batch) batches.delete(width);
    const base = location.pathname.startsWith('/admin') ? '/admin' : '';
    const body = { urls: [...urls], ...(width > 0 && { thumb: width }) };
    return http.post<Answer>(`${base}/ajax/fileLinks`, body, { quiet: true, allowDuplicate: true });
  };
  const batch: Batch = { urls, answer: ask() };
  return batch;
}
