import type { ContentSources, PluginHost, ServerPlugin } from '#plugin';

const directives = {
  connectSrc: 'connect-src',
  imgSrc: 'img-src',
  mediaSrc: 'media-src',
  frameSrc: 'frame-src',
} as const;
/** By directive of the header: origins. */
export type PageSources = Readonly<Record<string, readonly string[]>>;

/**
 * Where pages may load from beside our own server, as it is when a page is opened. `wrong` is told at once of fixed
 * sources that may not be, `late` of those that follow settings when a page is opened.
 */
export function contentSources(
  plugins: readonly ServerPlugin[],
  host: PluginHost,
  { wrong, late }: Record<'wrong' | 'late', (plugin: string, message: string) => void>,
): () => Promise<PageSources> {
  const sources = plugins.flatMap(({ name, contentSecurityPolicy: given }) => {
    if (given === undefined) return [];
    if (typeof given === 'function')
      return [async () => pageSources(await given(host), (message) => late(name, message))];
    const fixed = Promise.resolve(pageSources(given, (message) => wrong(name, message)));
    return [() => fixed];
  });
  return async () => joinSources(await Promise.all(sources.map((each) => each())));
}

/** What a plugin adds to what pages may load from; what may not be is given to `refused`, and left out. */
function pageSources(given: ContentSources | undefined, refused: (message: string) => void): PageSources {
  const found: Record<string, string[]> = {};
  for (const [name, sources] of Object.entries(given ?? {}) as [keyof typeof directives, unknown][]) {
    const directive = directives[name];
    if (directive === undefined || !Array.isArray(sources)) {
      refused(`${name} must be one of ${Object.keys(directives).join(', ')}, with a list.`);
      continue;
    }
    for (const source of sources as unknown[]) {
      const origin = originOf(source);
      if (origin === undefined)
        refused(
          `${name}: "${String(source).slice(0, 100)}" must be a server such as https://maps.example: no path, no wildcard, no keyword.`,
        );
      else (found[directive] ??= []).push(origin);
    }
  }
  return found;
}

/** Exactly one server. Of a wildcard or a keyword such as 'unsafe-inline' nobody can say what it opens. */
function originOf(source: unknown): string | undefined {
  if (typeof source !== 'string' || !/^(?:https?|wss?):\/\/[a-z\d.-]+(?::\d{1,5})?\/?$/i.test(source)) return undefined;
  if (!URL.canParse(source)) return undefined;
  const { protocol, host } = new URL(source);
  return `${protocol}//${host}`;
}

/** All of them together. */
const joinSources = (all: readonly PageSources[]): PageSources =>
  Object.fromEntries(
    Object.values(directives).map((directive) => [
      directive,
      [...new Set(all.flatMap((sources) => sources[directive] ?? []))],
    ]),
  );
