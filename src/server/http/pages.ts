import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languages } from '#resource';
import { isBelowApi, isNamedCall } from './rewriteUrl.ts';

/**
 * Stand in `index.html` where the nonce of the answer goes, the folders of plugins that are switched off, and the language of a
 * first visit.
 */
const [noncePlace, offPlace, languagePlace] = ['__CSP_NONCE__', '__PLUGINS_OFF__', '__FIRST_LANGUAGE__'];

/**
 * What a page may do: run and load our own files only, and the scripts that stand in the page itself by their hashes.
 * Styles that antd makes carry the nonce; `origins` are other servers whose rows are shown.
 */
const policyOf = (
  nonce: string,
  scripts: readonly string[],
  origins: readonly string[],
  sources: Readonly<Record<string, readonly string[]>>,
): string => {
  const more = (directive: string): readonly string[] => sources[directive] ?? [];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob: http: https:", ...more('img-src')].join(' '),
    "font-src 'self' data:",
    ["media-src 'self' data: blob:", ...more('media-src')].join(' '),
    ["connect-src 'self'", ...origins, ...more('connect-src')].join(' '),
    ["frame-src 'self' http: https:", ...more('frame-src')].join(' '),
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
};

/** Sources that let exactly the scripts run that are written in this page. */
const scriptsIn = (page: string): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );

/**
 * Whether somebody opens a page: whoever asks for the root, and anywhere but below the API whoever asks for HTML. Programs
 * that take anything get pages too, but no file and no controller, which have dots in their names.
 */
export function isPage({ method, originalUrl: url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/+(?:\?|$)/.test(url)) return true;
  if (isBelowApi(url)) return false;
  const { accept = '*/*' } = headers;
  return (
    accept.includes('text/html') ||
    (/^\s*\*\/\*/.test(accept) && !isNamedCall(url, headers) && /^[^.?]*(?:\?|$)/.test(url))
  );
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Each language where the browser is set to it. */
const screenStyle = languages
  .map((language) => `:root[data-language='${language}']:not([data-known]) .first[lang='${language}']`)
  .join(',');
/** The page as it is where a first screen comes into it: with what that is drawn with before it, and waiting for no code. */
function readyForScreen(page: string): string {
  const [sheet = ''] = /\s*<link data-boot [^>]*>/.exec(page) ?? [];
  const style = `\n    <style nonce="${noncePlace}">${screenStyle}{display:block}</style>`;
  return page
    .replace(sheet, '')
    .replace(/\s*<\/head>/, (end) => `${sheet}${style}${end}`)
    .replaceAll(/<script type="module"|<link rel="preload" as="script"/g, (code) => `${code} fetchpriority="low"`);
}
const withScreen = (page: string, screen: string): string => page.replace('<div id="root">', (start) => start + screen);
const titled = (page: string, title: string): string => page.replace(/<title>[^<]*/, () => `<title>${escaped(title)}`);

export interface PageParts {
  /** The project's folder, with `dist`. */
  readonly root: string;
  /** Other servers whose rows the browser reads. */
  readonly origins: readonly string[];
  /** Folders of plugins whose browser halves are not loaded. */
  readonly pluginsOff?: readonly string[];
  /** What plugins add to what pages may load from, by directive. */
  readonly sources: () => Promise<Readonly<Record<string, readonly string[]>>>;
  /** What every page is called until the browser knows better. */
  readonly siteName: () => Promise<string>;
  /** What visitors see at this address before the code of the page is there; `icon` is the address of the product's own. */
  readonly firstScreen: (address: string, icon: string) => Promise<string | undefined>;
  /** The language of those who have chosen none, or `browser`. */
  readonly firstLanguage: () => Promise<string>;
}

/** Serves the browser's bundle: its hashed files for ever, its page afresh every time. */
export function registerPages(
  app: FastifyInstance,
  { root, origins, pluginsOff = [], sources, siteName, firstScreen, firstLanguage }: PageParts,
): (reply: FastifyReply, address: string) => Promise<FastifyReply> {
  const dist = join(root, 'dist');
  if (existsSync(join(dist, 'assets'))) {
    void app.register(async (assets) => {
      // An address that leads out of the folder is none, as it is without a bundle.
      assets.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
        if (error.statusCode !== 403) throw error;
        reply.callNotFound();
      });
      await assets.register(fastifyStatic, {
        root: join(dist, 'assets'),
        prefix: '/assets/',
        immutable: true,
        maxAge: '365d',
        index: false,
        dotfiles: 'ignore',
        decorateReply: false,
        preCompressed: true,
      });
    });
  }
  const file = join(dist, 'index.html');
  const page = existsSync(file)
    ? readFileSync(file, 'utf8').replace(offPlace, () => escaped(pluginsOff.join(' ')))
    : undefined;
  const scripts = scriptsIn(page ?? '');
  const icon = /<link rel="icon" href="([^"]+)"/.exec(page ?? '')?.[1] ?? '';
  const pageForScreen = readyForScreen(page ?? '');
  return async (reply, address) => {
    if (page === undefined)
      return reply.code(503).type('text/plain').send('The browser application is not built. Run npm start.\n');
    const nonce = randomBytes(16).toString('base64');
    const language = escaped(await firstLanguage());
    const screen = await firstScreen(address, icon);
    const filled = (screen === undefined ? page : pageForScreen).replaceAll(noncePlace, nonce);
    const named = titled(filled.replace(languagePlace, language), await siteName());
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policyOf(nonce, scripts, origins, await sources()))
      .send(screen === undefined ? named : withScreen(named, screen));
  };
}
