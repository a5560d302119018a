import DataLoader from 'dataloader';
import type { Request } from '../http/useRequest.ts';
import type { LevelOption } from './LevelCascader.tsx';

const loaders = new Map<string, DataLoader<string, string>>();

/** Names of places, as the server at this address has them: those of one moment are asked for together, and once. */
export async function areaNames(request: Request, url: string, codes: readonly string[]): Promise<readonly string[]> {
  let loader = loaders.get(url);
  if (!loader)
    loaders.set(url, (loader = new DataLoader((wanted) => namesOf(request, url, wanted), { maxBatchSize: 300 })));
  try {
    return await Promise.all(codes.map((code) => loader.load(code)));
  } catch (error) {
    // A failure is not kept: whoever comes next asks again.
    for (const code of codes) loader.clear(code);
    throw error;
  }
}

/** What is no place any more is called by its code. */
async function namesOf(request: Request, url: string, codes: readonly string[]): Promise<string[]> {
  const found = await request.get<readonly LevelOption[]>(url, { codes: codes.join() });
  const names = new Map(found.map(({ value, label }) => [String(value), label]));
  return codes.map((code) => names.get(code) ?? code);
}
