import '@ant-design/v5-patch-for-react-19';
import { createRoot, type Root as ReactRoot } from 'react-dom/client';
import { commands, page } from 'vitest/browser';
import type { FieldsOf, Rows, TableName } from '#resource';
import { preloadPage } from '../../../src/web/Pages.tsx';
import { loadLocale, Root } from '../../../src/web/Root.tsx';
import { loadTexts, startTexts } from '../../../src/web/i18n.ts';
import { loadIconFonts } from '../../../src/web/iconFonts.ts';
import { changeSettings, resetSettings } from '../../../src/web/layout/settings.ts';
import { registerOwnPages } from '../../../src/web/ownPages.ts';
import { ownQueries } from '../../../src/web/providers/queryClient.ts';
import { loadSite } from '../../../src/web/site.ts';
import '../../../src/web/shell.css';
import './locators.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    begin(): Promise<void>;
    /** Moves things as most people see it, until the test ends. */
    setMotion(): Promise<void>;
    identityOf(username?: string, secret?: string): Promise<string>;
    rowsCall(table: string, method: string, args: readonly unknown[]): Promise<unknown>;
    addPerson(username: string, secret: string, nodes: readonly string[]): Promise<void>;
    configure(change: Readonly<Record<string, unknown>>): Promise<void>;
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
}

const pages = Object.keys(import.meta.glob('../../../locales/zh-cn/*.json')).map((file) =>
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
  await commands.begin();
}

/** Takes the application away. */
export function end(): void {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
}

/** Opens the application at an address, signed in, in front of the real server. */
export async function open(address: string, look: Visit = {}): Promise<void> {
  const { language = 'zh-cn', phone, dark = false, visitor, username, password } = look;
  end();
  await (phone ? page.viewport(390, 844) : page.viewport(1280, 800));
  localStorage.setItem('lang', language);
  if (visitor) localStorage.removeItem('adminInfo');
  else localStorage.setItem('adminInfo', await commands.identityOf(username, password));
  changeSettings({ isDark: dark });
  history.replaceState(null, '', address);
  ownQueries();
  await startTexts();
  const [locale] = await Promise.all([loadLocale(), loadSite(), loadTexts(...pages), preloadPage(location.pathname)]);
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  root = createRoot(place);
  root.render(<Root locale={locale} />);
}

/** Rows of the server's database, as the server itself reads and writes them. */
export const rows = <N extends TableName>(table: N): Rows<FieldsOf<N>> =>
  new Proxy({} as Rows<FieldsOf<N>>, {
    get:
      (_, method) =>
      (...args: readonly unknown[]) =>
        commands.rowsCall(table, String(method), args),
  });
