import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, mergeConfig, type Rolldown, type UserConfig } from 'vite';

/** What the back office starts with, and pages that visitors see: those must not bring the back office along. */
const office = ['area/Area.tsx'];
const first = ['pages/login/LoginPage.tsx', 'pages/login/UserLoginPage.tsx', 'pages/home/HomePage.tsx'];
/** Where the browser half of a plugin names such pages, and what stands in the page where people sign in. */
const publicPages = /registerPublicPage\([^;]*?import\('(\.\/[^']+)'\)/g;
const signInForms = /signInForm:[^;]*?import\('(\.\/[^']+)'\)/g;
const later = ['captcha/ClickCaptcha.tsx', 'member/MemberArea.tsx', 'messages/ConfirmDialogs.tsx'];

/** Texts that are always wanted together, by the name of their file. */
const textGroups: Readonly<Record<string, string>> = {
  common: 'start',
  http: 'start',
  layout: 'office',
  table: 'office',
  field: 'office',
  refine: 'office',
};
/** antd's own texts by the name of their file, and whose language they are: `locales/<language>/antd.ts` names them. */
const antdLocales = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('locales/*/antd.ts', { cwd: root }).map((file) => {
      const [, name = ''] = /locale\/(\w+)'/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
      return [name, basename(dirname(file))];
    }),
  );

/**
 * Tells the bundler what goes together: what is always loaded together is one file, so that a list needs a dozen requests
 * and not fifty. Which modules those are is seen in a first build without it: an import names a whole library, of which
 * most is left out in the end.
 */
export async function chunkGroups(root: string, config: UserConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const built = await build(
    mergeConfig(config, { configFile: false, logLevel: 'silent', build: { write: false, minify: false } }),
  );
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
  const chunks = output.filter((each) => each.type === 'chunk');
  const neededBy = (files: readonly string[]): Set<string> =>
    modulesOf(
      chunks,
      files.map((file) => join(root, 'src/web', file)),
    );
  const locales = antdLocales(root);
  const [inOffice, atFirst] = [neededBy(office), neededBy(first)];
  const entries = globSync('plugins/*/web.tsx', { cwd: root });
  const inEntries = neededBy(entries.map((file) => join('../..', file)));
  const named = (pages: RegExp): Set<string> => neededBy(entries.flatMap((file) => namedIn(root, file, pages)));
  const [inForms, inPages, atLast] = [named(signInForms), named(publicPages), neededBy(later)];
  const isOfHalves = (id: string): boolean => inEntries.has(id) && relative(root, id).startsWith('src');
  const pagesOfPlugins = entries.flatMap((file) => namedIn(root, file, publicPages));
  const eachPage = [atFirst, ...pagesOfPlugins.map((file) => neededBy([file]))];
  const publicFile = (id: string): string | null => {
    const needing = eachPage.flatMap((page, place) => (page.has(id) ? [place] : []));
    return needing.length > 0 ? `public-${needing.join('-')}` : null;
  };
  // Each of these sets holds what its modules import: nothing need be taken along, of which most would be left out.
  const exact = { includeDependenciesRecursively: false } as const;
  return [
    { name: (id) => textsOf(relative(root, id), locales) ?? null },
    { name: 'shared', test: (id) => (inOffice.has(id) && atFirst.has(id)) || isOfHalves(id), ...exact },
    { name: 'sign-in', test: (id) => inOffice.has(id) && inForms.has(id), ...exact },
    { name: 'visitors', test: (id) => inOffice.has(id) && inPages.has(id), ...exact },
    { name: 'shared-later', test: (id) => inOffice.has(id) && atLast.has(id), ...exact },
    { name: 'office', test: (id) => inOffice.has(id), ...exact },
    // Small parts of pages that visitors see, which others have too: one file for those that the same pages need.
    { name: (id) => publicFile(id), minShareCount: 2, ...exact },
  ];
}

/** What the browser half of a plugin names in this way. */
const namedIn = (root: string, half: string, pages: RegExp): string[] =>
  [...readFileSync(join(root, half), 'utf8').matchAll(pages)].map(([, page = '']) =>
    join('../..', dirname(half), page),
  );

/** All modules that these files need at once, those of the start apart. */
function modulesOf(chunks: readonly Rolldown.OutputChunk[], files: readonly string[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reached = (from: readonly (Rolldown.OutputChunk | undefined)[]): Set<Rolldown.OutputChunk> => {
    const found = new Set<Rolldown.OutputChunk>();
    const add = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (!chunk || found.has(chunk)) return;
      found.add(chunk);
      for (const name of chunk.imports) add(byName.get(name));
    };
    from.forEach(add);
    return found;
  };
  const start = reached(chunks.filter(({ isEntry }) => isEntry));
  const needed = reached(files.map((file) => chunks.find(({ moduleIds }) => moduleIds.includes(file))));
  return new Set([...needed].filter((chunk) => !start.has(chunk)).flatMap(({ moduleIds }) => moduleIds));
}

/** `texts-en-start` and so on. */
function textsOf(file: string, locales: Readonly<Record<string, string>>): string | undefined {
  const [, language = '', page = ''] = /^locales\/([\w-]+)\/(\w+)\.json$/.exec(file) ?? [];
  if (Object.hasOwn(textGroups, page)) return `texts-${language}-${textGroups[page]}`;
  const [, locale = ''] =
    /(?:antd|@rc-component\/(?:picker|pagination))\/(?:es|lib)\/.*\b([a-z]{2}_[A-Z]{2})\.js$/.exec(file) ?? [];
  return Object.hasOwn(locales, locale) ? `texts-${locales[locale]}-start` : undefined;
}
