import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenAllAreLoaded } from '../../src/web/plugins/loadPlugins.ts';
import { Registrations, type PlaceOptions } from '../../src/web/plugins/registrations.ts';
import { addRealm, withArea } from '../../src/web/realms/addRealm.ts';
import { adminRealm } from '../../src/web/realms/admin.ts';
import { allow } from '../../src/web/realms/allowed.ts';

interface Entry extends PlaceOptions {
  readonly name: string;
  readonly plugin: string;
}
let reported: string[];
let offPlugins: string;
beforeEach(() => {
  reported = [];
  offPlugins = '';
  vi.spyOn(console, 'error').mockImplementation((where: string, error: Error) => {
    reported.push(`${where}: ${error.message}`);
  });
  vi.stubGlobal('document', { querySelector: () => ({ content: offPlugins }) });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const namesIn = (entries: Registrations<Entry>): string[] => entries.in(adminRealm).map(({ name }) => name);
/** The halves of the plugins that are installed here are loaded first, whatever becomes of them. */
const settled = async (): Promise<void> => {
  await whenAllAreLoaded();
  await new Promise((resolve) => setTimeout(resolve));
};
const toldOfA = (): string[] => reported.filter((line) => line.startsWith('[plugin a]'));
const realm = {
  name: 'patron',
  base: '/patron',
  tokenHeader: 'x-patron-token',
  refreshed: 'patron-refresh',
  signInPage: { routePath: '/patron/login', routeName: 'patronLogin' },
  startPage: { routePath: '/patron', routeName: 'patron' },
  signIn: '/patron/session/login',
  signOut: '/patron/session/logout',
  start: '/patron/session/index',
  accounts: 'patron',
} as never;

it('has the same order whichever plugin arrives first', () => {
  const given = [
    { name: 'late', plugin: 'a', order: 5 },
    { name: 'second', plugin: 'b' },
    { name: 'third', plugin: 'b' },
    { name: 'first', plugin: 'a' },
  ];
  for (const order of [given, [given[1]!, given[2]!, given[3]!, given[0]!]]) {
    const entries = new Registrations<Entry>('header');
    for (const entry of order) entries.add(entry);
    expect(namesIn(entries)).toEqual(['first', 'second', 'third', 'late']);
  }
});

it.each([
  [['early', 'late'], 'late'],
  [['late', 'early'], 'late'],
])('leaves out the second plugin with a name when they arrive as %j, and names it', (plugins, refused) => {
  const entries = new Registrations<Entry>('widget');
  const name = `of ${plugins.join()}`;
  for (const plugin of plugins) entries.add({ name, plugin });
  expect(entries.all()).toEqual([{ name, plugin: 'early' }]);
  expect(reported).toEqual([
    `[plugin ${refused}] conflict widget ${name}: "early" and "late" both bring it; that of "early" holds.`,
  ]);
});

it('names what one plugin registers twice', () => {
  const entries = new Registrations<Entry>('panel');
  entries.add({ name: 'twin', plugin: 'a', order: 1 });
  entries.add({ name: 'twin', plugin: 'a', order: 2 });
  expect(entries.all()).toEqual([{ name: 'twin', plugin: 'a', order: 1 }]);
  expect(reported).toEqual([
    '[plugin a] conflict panel twin: It is registered twice: give the second one another name.',
  ]);
});

it('shows what somebody has the node for, in the realms that it is for', () => {
  const entries = new Registrations<Entry>('account');
  entries.add({ name: 'open', plugin: 'a' });
  entries.add({ name: 'allowed', plugin: 'a', node: 'desk/note/index' });
  entries.add({ name: 'forbidden', plugin: 'a', node: 'desk/note/del' });
  entries.add({ name: 'elsewhere', plugin: 'a', realms: ['member'] });
  entries.add({ name: 'nowhere', plugin: 'a', realms: [] });
  vi.stubGlobal('location', { origin: 'http://localhost', pathname: '/admin' });
  allow(adminRealm, new Map([['/admin/desk/note', ['/admin/desk/note/index']]]));
  expect(namesIn(entries)).toEqual(['open', 'allowed']);
});

it('names a realm that nobody has brought, and waits for members in silence', async () => {
  const entries = new Registrations<Entry>('header');
  entries.add({ name: 'misspelt', plugin: 'a', realms: ['membr', 'admin'] });
  entries.add({ name: 'waiting', plugin: 'a', realms: ['member'] });
  await settled();
  expect(toldOfA()).toEqual(['[plugin a] missing realm membr: Did you mean "member"?']);
});

it('does not name one that may be of a plugin that is switched off', async () => {
  offPlugins = 'other';
  new Registrations<Entry>('header').add({ name: 'patient', plugin: 'a', realms: ['lender'] });
  await settled();
  expect(toldOfA()).toEqual([]);
});

it('waits with the pages of a realm until there is one', () => {
  const bases: string[] = [];
  withArea('patron', ({ base }) => bases.push(base));
  withArea('admin', ({ base }) => bases.push(base));
  expect(bases).toEqual(['/admin']);
  addRealm(realm);
  expect(bases).toEqual(['/admin', '/patron']);
  withArea('patron', ({ base }) => bases.push(`${base} again`));
  expect(bases).toEqual(['/admin', '/patron', '/patron again']);
});
