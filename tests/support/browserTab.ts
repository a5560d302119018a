import axios from 'axios';
import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { Notifier } from '../../src/web/messages/notify.ts';
import { startEnvelopes, type EnvelopeServer } from './envelopes.ts';

type Http = typeof import('../../src/web/http/http.ts');
type Shown = readonly [kind: keyof Notifier, text: string];

/** The HTTP layer of the browser in front of a real server; what a browser has and Node lacks is set around it. */
export interface Tab {
  readonly server: EnvelopeServer;
  readonly http: Http['http'];
  /** Messages that the person saw. */
  readonly shown: Shown[];
  /** Pages that were gone to. */
  readonly left: string[];
  /** Stands at this page. */
  at(path: string, hash?: string): void;
  /** Stores who is signed in, as another tab or a visit before would have. */
  store(key: 'adminInfo' | 'userInfo', tokens: { token: string; refreshToken?: string } | undefined): void;
  stored(key: 'adminInfo' | 'userInfo'): Record<string, unknown> | null;
  online(isOnline: boolean): void;
}

const root = join(import.meta.dirname, '../..');

export function openTab(language: 'zh-cn' | 'en' = 'zh-cn'): Tab {
  const items = new Map<string, string>();
  const place = { origin: 'https://office.example.com', pathname: '/admin/shop/order', search: '', hash: '' };
  const state: { server?: EnvelopeServer; http?: Http['http'] } = {};
  const shown: Shown[] = [];
  const left: string[] = [];
  const online = (isOnline: boolean): void => void vi.stubGlobal('navigator', { onLine: isOnline, locks: locks });
  const locks = navigator.locks;

  beforeAll(async () => {
    state.server = await startEnvelopes();
    axios.defaults.baseURL = state.server.address;
    vi.stubGlobal('location', place);
    vi.stubGlobal('dispatchEvent', () => true);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
      key: (index: number) => [...items.keys()][index] ?? null,
      get length() {
        return items.size;
      },
    });
    const texts = JSON.parse(readFileSync(join(root, `locales/${language}/http.json`), 'utf8')) as Record<
      string,
      unknown
    >;
    await i18next.init({
      lng: language,
      lowerCaseLng: true,
      load: 'currentOnly',
      fallbackLng: false,
      resources: { [language]: { http: texts } },
      interpolation: { escapeValue: false },
    });
    const [{ http, setNavigator }, { setNotifier }] = await Promise.all([
      import('../../src/web/http/http.ts'),
      import('../../src/web/messages/notify.ts'),
    ]);
    state.http = http;
    setNotifier({
      error: (text) => shown.push(['error', text]),
      success: (text) => shown.push(['success', text]),
      warning: (text) => shown.push(['warning', text]),
      offer: (_key, { text }) => shown.push(['offer', text]),
      close: () => {},
    });
    setNavigator((path) => {
      left.push(path);
      const [pathname = '', search = ''] = path.split('?');
      Object.assign(place, { pathname, search: search && `?${search}`, hash: '' });
    });
  });
  beforeEach(() => {
    items.clear();
    shown.length = 0;
    left.length = 0;
    state.server!.heard.length = 0;
    state.server!.answer = () => ({});
    Object.assign(place, { pathname: '/admin/shop/order', search: '', hash: '' });
    online(true);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    delete axios.defaults.baseURL;
    await state.server?.close();
  });
  return {
    get server() {
      return state.server!;
    },
    get http() {
      return state.http!;
    },
    shown,
    left,
    at: (path, hash = '') => {
      const [pathname = '', search = ''] = path.split('?');
      Object.assign(place, { pathname, search: search && `?${search}`, hash });
    },
    store: (key, tokens) =>
      void (tokens
        ? items.set(
            key,
            JSON.stringify({ id: 1, username: 'admin', nickname: 'A', avatar: '', refreshToken: '', ...tokens }),
          )
        : items.delete(key)),
    stored: (key) => JSON.parse(items.get(key) ?? 'null') as Record<string, unknown> | null,
    online,
  };
}
