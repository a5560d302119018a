import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createRoot, type Root as ReactRoot } from 'react-dom/client';
import { commands, page } from 'vitest/browser';
import type { FieldsOf, Rows, TableName } from '#resource';
import { preloadPage } from '../../../src/web/app/Pages.tsx';
import { loadLocale, Root } from '../../../src/web/app/Root.tsx';
import { loadTexts, startTexts } from '../../../src/web/settings/i18n.ts';
import { loadIconFonts } from '../../../src/web/app/iconFonts.ts';
import { changeSettings, resetSettings } from '../../../src/web/settings/layoutSettings.ts';
import { registerOwnPages } from '../../../src/web/app/ownPages.ts';
import { setNotifier, type Notifier } from '../../../src/web/messages/notify.ts';
import { ownQueries } from '../../../src/web/providers/queryClient.ts';
import { adminRealm } from '../../../src/web/realms/admin.ts';
import { loadSite } from '../../../src/web/settings/site.ts';
import { themeOf } from '../../../src/web/settings/theme.ts';
import '../../../src/web/boot/boot.css';
import '../../../src/web/shell.css';
import type { Answer } from './answer.ts';
import './locators.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    begin(): Promise<void>;
    /** Moves things as most people see it, until the test ends. */
    setMotion(): Promise<void>;
    identityOf(username?: string, secret?: string): Promise<string>;
    rowsCall(table: string, method: string, args: readonly unknown[]): Promise<unknown>;
    addPerson(username: string, secret: string, nodes: readonly string[]): Promise<void>;
    /** The middles of the characters to click in a picture, in pixels of it. */
    targetsOf(captcha: string): Promise<{ x: number; y: number }[]>;
    configure(change: Readonly<Record<string, unknown>>): Promise<void>;
    answer(path: string, answers: readonly Answer[]): Promise<void>;
    release(path: string): Promise<void>;
  }
}

export interface Visit {
  readonly language?: 'zh-cn' | 'en';
  readonly phone?: boolean;
  readonly dark?: boolean;
  /** Nobody is signed in. */
  readonly visitor?: boolean;
  /** Who is signed in; the first administrator unless told. */
  readonly username?: string;
  readonly password?: string;
  /** What is stored of who is signed in, in place of that. */
  readonly stored?: string;
}

/** Pages whose texts are loaded before anything is drawn. */
export const pages = Object.keys(import.meta.glob('../../../locales/zh-cn/*.json')).map((file) =>
  file.replace(/^.*\/|\.json$/g, ''),
);
let root: ReactRoot | undefined;

registerOwnPages();
loadIconFonts();

/** Makes everything as it is for somebody who has not been here before. */
export async function begin(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  resetSettings();
  // As a page that has just been loaded: what reads the colours of the page finds the light ones.
  document.documentElement.dataset['theme'] = 'light';
  document.documentElement.style.colorScheme = 'light';
  await commands.begin();
}

/** Nobody is left to be told what comes late. */
const nobody: Notifier = { error() {}, success() {}, warning() {}, offer() {}, close() {} };

/** Takes the application away. */
export function end(): void {
  root?.unmount();
  root = undefined;
  setNotifier(nobody);
  document.body.replaceChildren();
}

/** Draws one component in the application's theme and language, for a visitor. */
export async function draw(component: ReactNode, { language = 'zh-cn' }: Pick<Visit, 'language'> = {}): Promise<void> {
  end();
  const locale = await prepare(language);
  render(
    <ConfigProvider theme={themeOf(false, true)} locale={locale}>
      {component}
    </ConfigProvider>,
  );
}

/** Opens the application at an address, signed in, in front of the real server. */
export async function open(address: string, look: Visit = {}): Promise<void> {
  const { language = 'zh-cn', phone, dark = false, visitor, username, password, stored } = look;
  await (phone ? page.viewport(390, 844) : page.viewport(1280, 800));
  end();
  if (visitor) localStorage.removeItem('adminInfo');
  else localStorage.setItem('adminInfo', stored ?? (await commands.identityOf(username, password)));
  changeSettings({ isDark: dark });
  history.replaceState(null, '', address);
  ownQueries(adminRealm);
  const [locale] = await Promise.all([prepare(language), loadSite(), preloadPage(location.pathname)]);
  render(<Root locale={locale} />);
}

/** Loads all texts of a language; gives those of antd. */
async function prepare(language: 'zh-cn' | 'en') {
  localStorage.setItem('lang', language);
  await startTexts();
  const [locale] = await Promise.all([loadLocale(), loadTexts(...pages)]);
  return locale;
}

function render(element: ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  root = createRoot(place);
  root.render(element);
}

/** Rows of the server's database, as the server itself reads and writes them. */
export const rows = <N extends TableName>(table: N): Rows<FieldsOf<N>> =>
  new Proxy({} as Rows<FieldsOf<N>>, {
    get:
      (_, method) =>
      (...args: readonly unknown[]) =>
        commands.rowsCall(table, String(method), args),
  });
