import { useRealm } from '../../realms/RealmContext.ts';
import { useQuery } from '@tanstack/react-query';
import { useRequest, type Request } from '../../http/useRequest.ts';
import type { CellProps } from '../view.ts';
import { Sentence, type SentencePart } from './Sentence.tsx';

/** The entry in words; as it was kept where it tells of no record, or is older than that. */
export function ActivitySentence({ value, row }: CellProps) {
  const request = useRequest();
  const { base } = useRealm();
  const { data } = useQuery({
    queryKey: ['activity', row.id],
    queryFn: () => asked(request, `${base}/auth.adminLog/sentences`, row.id),
    // What may be read of it can change.
    staleTime: 30_000,
    retry: false,
  });
  return data ? <Sentence parts={data} /> : String((value ?? '') as string);
}

type Sentences = readonly { readonly id: number; readonly sentence: readonly SentencePart[] }[];
let waiting: { readonly ids: number[]; readonly told: Promise<Sentences> } | undefined;

/** One request for all entries that are drawn at once. */
async function asked(request: Request, address: string, id: number): Promise<readonly SentencePart[] | null> {
  waiting ??= begin(request, address);
  waiting.ids.push(id);
  return (await waiting.told).find((each) => each.id === id)?.sentence ?? null;
}

function begin(request: Request, address: string): NonNullable<typeof waiting> {
  const ids: number[] = [];
  const told = Promise.resolve().then(async () => {
    waiting = undefined;
    return (await request.get<{ list: Sentences }>(address, { ids })).list;
  });
  return { ids, told };
}
