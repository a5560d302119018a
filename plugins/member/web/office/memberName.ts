import { http } from '#web';

type Names = ReadonlyMap<number, string>;
interface Answer {
  readonly list?: readonly { readonly id: number; readonly username?: string }[];
}

let asked: { readonly ids: Set<number>; readonly names: Promise<Names> } | undefined;

/** What a member is called; null for one who is not there any more. Cells of a list, which ask at the same moment, ask together. */
export async function memberName(id: number): Promise<string | null> {
  asked ??= together();
  asked.ids.add(id);
  return (await asked.names).get(id) ?? null;
}

function together() {
  const ids = new Set<number>();
  const names = new Promise((resolve) => setTimeout(resolve)).then(() => {
    asked = undefined;
    return namesOf([...ids]);
  });
  return { ids, names };
}

async function namesOf(ids: readonly number[]): Promise<Names> {
  const query = { select: true, initKey: 'id', initValue: ids };
  const { list = [] } = await http.get<Answer>('/api/admin/user.user/select', query, { quiet: true });
  return new Map(list.flatMap(({ id, username }) => (username === undefined ? [] : [[id, username] as const])));
}
