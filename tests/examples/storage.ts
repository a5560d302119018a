import type { Readable } from 'node:stream';
import { newKey, type PluginHost } from '#plugin';

/** Keeps a photo of ten megabytes at most; returns its key. */
export async function keep({ storage }: PluginHost, photo: Readable, signal: AbortSignal): Promise<string> {
  const { key, size, hash } = await storage.put(newKey('jpg'), photo, { limit: 10_485_760, hash: 'sha1', signal });
  return `${key} ${size} ${hash}`;
}

/** The bytes that a Range header asks for, such as 0 to 499. */
export async function part(
  { storage }: PluginHost,
  key: string,
  start: number,
  end: number,
): Promise<Readable | undefined> {
  return (await storage.get(key, { start, end }))?.body;
}

/** Bytes of all files below a prefix. */
export async function sizeOf({ storage }: PluginHost, prefix: string): Promise<number> {
  let size = 0;
  for await (const file of storage.list({ prefix })) size += file.size;
  return size;
}
