import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { minify, transformWithOxc, type Plugin } from 'vite';

const place = '<!-- boot -->';

/**
 * Puts into the page itself what must be there before anything is fetched: the shape of the page, what it says where its
 * code does not come. Its style sheet goes behind the shape, which is then seen before it.
 */
export function boot(root: string): Plugin {
  const folder = join(root, 'src/web/boot');
  return {
    name: 'boot',
    configureServer({ watcher }) {
      watcher.add(folder);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page) {
        const script = await scriptOf(
          ['boot.ts', 'bootMenu.ts', 'bootSnapshot.ts', 'bootAsk.ts'].map((name) => join(folder, name)),
          textsByLanguage(root),
        );
        const style = withoutSpace(readFileSync(join(folder, 'boot.css'), 'utf8'));
        return holdCode(runAhead(styleLast(page))).replace(
          place,
          () => `<style nonce="__CSP_NONCE__">${style}</style>\n    <script>${script}</script>`,
        );
      },
    },
  };
}

/** These scripts, one after the other, with these texts, in a block of their own. */
async function scriptOf(files: readonly string[], texts: object): Promise<string> {
  const parts = await Promise.all(files.map((file) => transformWithOxc(readFileSync(file, 'utf8'), file)));
  const whole = `{ const bootTexts = ${JSON.stringify(texts)};\n${parts.map(({ code }) => code).join('\n')}\n}`;
  // Nothing in it may end the script of the page.
  return (await minify('boot.js', whole, { module: false })).code.replaceAll('</', '<\\/');
}

const withoutSpace = (style: string): string =>
  style
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();

function textsByLanguage(root: string): Record<string, unknown> {
  const files = globSync('locales/*/boot.json', { cwd: root }).toSorted(
    // The default language comes first.
    (one, other) => Number(other.includes('zh-cn')) - Number(one.includes('zh-cn')),
  );
  const [whole, ...others] = files.map((file): [string, object] => [
    basename(dirname(file)),
    JSON.parse(readFileSync(join(root, file), 'utf8')) as object,
  ]);
  // What another language lacks is read in the default one.
  return Object.fromEntries([whole!, ...others.map(([language, texts]) => [language, { ...whole![1], ...texts }])]);
}

/**
 * Moves the style sheet of the build to the end of the page: what stands above is painted while it is fetched, and the
 * script waits for it.
 */
function styleLast(page: string): string {
  const link = /\s*<link rel="stylesheet"[^>]*>/.exec(page)?.[0];
  if (!link) return page;
  return page
    .replace(link, '')
    .replace(/\s*<\/body>/, () => `${link.replace('<link ', '<link data-boot ')}\n  </body>`);
}

/**
 * Lets React run before the rest, as a task of its own: the start names it too, so whatever goes wrong with it is told there.
 */
function runAhead(page: string): string {
  const [link, address] = /\s*<link rel="modulepreload" crossorigin href="([^"]*\/react-[^"]*)">/.exec(page) ?? [];
  if (!link) return page;
  const script = `<script type="module" crossorigin data-ahead src="${address}"></script>\n    `;
  return page.replace(link, '').replace('<script type="module" crossorigin src', (main) => script + main);
}

/** Fetches the code at once, and leaves it to the page when it runs (src/web/boot/boot.ts). */
function holdCode(page: string): string {
  return page.replace(
    /<script type="module" crossorigin src="([^"]*\/index-[^"]*)"><\/script>/,
    (_script, address: string) =>
      `<link rel="modulepreload" crossorigin href="${address}">\n    ` +
      `<script type="held" crossorigin src="${address}"></script>`,
  );
}
