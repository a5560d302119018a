// Stands in the page itself behind boot.ts: asks the server before the code of the application is there, for who is
// signed in and their menu, and for what the page at this address asked for the last time (http/pageCalls.ts). The
// application takes the answers over (http/early.ts).

interface BootIdentity {
  readonly id: unknown;
  readonly token: string;
}
/** As `startQuery.ts` knows it. */
interface BootStart {
  readonly menus: readonly BootNode[];
}

const bootStart = '/api/admin/Index/index';
/** Nothing but our own API is ever asked with somebody's token. */
const bootApi = '/api/admin/';

function bootIdentity(): BootIdentity | undefined {
  const { id, token } = bootParsed('adminInfo');
  return typeof token === 'string' && token !== '' ? { id, token } : undefined;
}

/** What the page at this address asked for when this person last opened it; nothing where something else is stored. */
function bootCalls({ id }: BootIdentity): readonly string[] {
  const { person, pages } = bootParsed('pageCalls:adminInfo');
  if (person !== id) return [];
  const here = location.pathname + location.search;
  try {
    const found = (pages as [string, string[]][]).find(([address]) => address === here);
    return found?.[1].filter((url) => url.startsWith(bootApi)) ?? [];
  } catch {
    return [];
  }
}

function bootAsk(person: BootIdentity): void {
  // Whatever is wrong with it, the application asks again and tells.
  const ask = async (url: string): Promise<unknown> => {
    try {
      const headers = { 'think-lang': bootLanguage, server: 'true', batoken: person.token };
      const { code, data } = (await (await fetch(url, { headers })).json()) as { code: number; data: unknown };
      return code === 1 ? data : undefined;
    } catch {
      return undefined;
    }
  };
  const answers = new Map([bootStart, ...bootCalls(person)].map((url) => [url, ask(url)]));
  void answers.get(bootStart)!.then((start) => start && bootDrawMenu((start as BootStart).menus));
  // The application takes its answers from the other one.
  bootHold = bootShowSnapshot(new Map(answers));
  window.boot = (url) => {
    const answer = answers.get(url);
    answers.delete(url);
    return bootIdentity()?.token === person.token ? answer : undefined;
  };
}

if (bootRoot.dataset['boot'] !== undefined) {
  const person = bootIdentity();
  if (person) bootAsk(person);
}
