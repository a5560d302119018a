import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { textOf, type Language } from '#resource';
import { useRequest, type Request } from '../../http/useRequest.ts';
import { webPluginIn } from '../../plugins/definePlugin.ts';

/** As the protocol counts them (§11). */
export const states = { on: 1, waiting: 2, off: 6 } as const;

interface Place {
  readonly title: string;
  /** Address in the back office; missing for pages of other realms. */
  readonly path?: string;
}
/** A plugin of this installation. */
export interface Module {
  readonly uid: string;
  readonly folder: string;
  readonly title: string;
  readonly intro: string;
  readonly version: string;
  readonly icon: string;
  readonly requires: readonly string[];
  readonly state: number;
  /** Whether it is to run; what is waited for is not so yet. */
  readonly wanted: boolean;
  /** Why it has not started; missing where it has. */
  readonly notStarted?: string;
  readonly failures: readonly string[];
  readonly adds: {
    readonly tables: readonly Place[];
    readonly pages: readonly Place[];
    readonly settings: readonly Place[];
    readonly cards: readonly string[];
    readonly commands: readonly string[];
    /** Their number, as of routes. */
    readonly jobs: number;
    readonly kinds: readonly string[];
    readonly realms: readonly string[];
    readonly routes: number;
  };
}
/** A folder that could not be loaded, and why: each with its file and line. */
export interface UnusableModule {
  readonly folder: string;
  readonly faults: readonly string[];
}
export interface Modules {
  readonly installed: readonly Module[];
  readonly unusable: readonly UnusableModule[];
  /** Whether a change takes effect by itself. */
  readonly canRestart: boolean;
  readonly mayChange: boolean;
}

const api = '/admin/module/';

export function useModules() {
  const request = useRequest();
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['modules', i18n.language],
    queryFn: () => request.get<Modules>(`${api}index`),
    staleTime: 0,
  });
}

/** Milliseconds between two looks whether the server is back, and after which nobody waits any longer. */
const [pace, patience] = [500, 30_000];

/** Switches a plugin on or off; true once the server runs without it or with it, false when that takes too long. */
export async function switchModule(
  request: Request,
  { uid, folder }: Module,
  isOn: boolean,
  waits: boolean,
): Promise<boolean> {
  await request.post(`${api}changeState`, { uid, state: Number(isOn) });
  if (!waits) return true;
  const until = performance.now() + patience;
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pace));
    if (await isDone(folder, isOn)) return true;
  }
  return false;
}

/** Asked without the layer that shows what goes wrong: that the server is away for a moment is meant. */
async function isDone(folder: string, isOn: boolean): Promise<boolean> {
  try {
    const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    const off = /name="plugins-off" content="([^"]*)"/.exec(await page.text())?.[1]?.split(' ') ?? [];
    return page.ok && off.includes(folder) !== isOn;
  } catch {
    return false;
  }
}

/** The plugin with what its browser half says of it where it has no server half that does. */
export function withWebTexts(module: Module, language: Language): Module {
  const { label, description, version } = webPluginIn(module.folder) ?? {};
  return {
    ...module,
    title: module.title === module.uid && label !== undefined ? textOf(label, language) : module.title,
    intro: module.intro === '' && description !== undefined ? textOf(description, language) : module.intro,
    version: module.version || (version ?? ''),
  };
}
