import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/server/app.ts';
import { bundle } from '../support/bundle.ts';
import { copyProject } from '../support/copyProject.ts';
import { inChinese, inEnglish } from '../support/layoutTexts.ts';
import { password, root, visitsTo } from '../support/site.ts';

const project = mkdtempSync(join(tmpdir(), 'plugins-'));

/** Browser halves, each of which fails in its own way but for the last. */
const halves = {
  thrower: `throw new Error('thrown by the module');`,
  claimer: `import { registerPublicPage } from '#web';
registerPublicPage('/admin/other', async () => ({ default: () => null }));`,
  review: `import { registerField, registerHeaderEntry, registerPage, registerPublicPage } from '#web';
const Thrower = (): never => { throw new Error('thrown while drawing'); };
registerField('stars', { Cell: Thrower, Input: Thrower, width: 100 });
registerHeaderEntry('broken entry', Thrower);
registerPage('review/average', async () => ({ default: Thrower }));
registerPublicPage('/reviews', async () => ({ default: Thrower }));`,
  shaky: `import { registerFormSection, registerListView, registerTableField } from '#web';
const Thrower = (): never => { throw new Error('thrown by a part'); };
const load = async () => ({ default: Thrower });
registerTableField('painting', 'painter', { Cell: Thrower, Input: Thrower });
registerListView({ name: 'shaky', label: 'Shaky', icon: <b>S</b>, of: 'painting', load });
registerFormSection({ name: 'shaky', table: 'painting', fields: ['price'], load });`,
  // Everything in the frame that throws, and names that nobody knows or somebody has.
  frame: `import { openPanel, registerAccountEntry, registerDashboardWidget, registerHeaderEntry, registerPage, registerPanel, registerRealmPage, registerShortcut } from '#web';
const Thrower = (): never => { throw new Error('thrown in the frame'); };
const load = async () => ({ default: Thrower });
registerPanel('broken' as never, { title: 'notes:note', load });
registerDashboardWidget('broken', { title: 'notes:note', load });
registerDashboardWidget('lost', { title: 'notes:close', route: '/admin/nowhere/index', load });
registerAccountEntry('broken', { label: 'notes:show', icon: 'fa fa-bug', onClick: () => openPanel('broken' as never) });
registerAccountEntry('clicked', { label: 'notes:finish', icon: 'fa fa-bug', onClick: () => { throw new Error('thrown by a click'); } });
registerAccountEntry('unknown', { label: 'notes:save', icon: 'fa fa-bug', onClick: () => openPanel('nobodys' as never) });
registerShortcut('.', { label: 'notes:finish', onPress: async () => { throw new Error('thrown by a key'); } });
registerShortcut('N', { label: 'notes:finish', onPress: () => openPanel('notes' as never) });
registerHeaderEntry('misplaced', Thrower, { realms: ['membr'] });
registerRealmPage('gest', 'lost', load);
registerRealmPage('guest', 'notes', async () => ({ default: () => <h2>Notes of guests</h2> }));`,
  // Comes after the notes, whichever is there first.
  second: `import { registerPage, registerPanel, registerShortcut } from '#web';
const load = async () => ({ default: () => <b>never</b> });
registerPanel('notes' as never, { title: 'notes:note', load });
registerPage('notes/board', load);
registerShortcut('Mod+J', { label: 'notes:note', onPress: () => location.assign('/') });`,
  working: `import { registerHeaderEntry, registerPublicPage } from '#web';
registerHeaderEntry('working entry', () => <b>Works</b>);
registerPublicPage('/works', async () => ({ default: () => <h1>Works</h1> }));`,
  guests: `import { registerRealm } from '#web';
import { guests } from './guests.ts';
registerRealm(guests.realms![0]!);`,
} as const;

/** The browser half of this name with these statements. */
function halfOf(name: string, code: string): string {
  const lines = code.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const others = lines.filter((line) => !imports.includes(line));
  return `import { definePlugin } from '#web';
${imports.join('\n')}
export default definePlugin({ name: '${name}', register() {
${others.join('\n')}
} });
`;
}

/** Server halves of those that have none from elsewhere. */
const servers = {
  guests: `export { guests as default } from './guests.ts';`,
  bell: `import { definePlugin } from '#plugin';
let host;
export default definePlugin({ name: 'bell', notices: true, start: (given) => void (host = given), routes: [{
  method: 'POST', url: '/guest/ring', realm: 'guest', node: 'signed-in',
  handler: ({ caller }) => host.notify(caller, { title: 'The kite is ready', link: '/guest/notes' }),
}] });`,
  frame: `import { definePlugin } from '#plugin';
export default definePlugin({ name: 'frame', menu: [{ path: 'notes', realm: 'guest', label: { 'zh-cn': '便签', en: 'Notes' } }] });`,
} as const;

/** Puts the plugins into a copy of the project, and builds its bundle. */
function build(): void {
  copyProject(project, []);
  for (const name of ['review', 'gallery', 'appraisal', 'pictures', 'notes'])
    cpSync(join(root, 'tests/examples/plugins', name), join(project, 'plugins', name), { recursive: true });
  mkdirSync(join(project, 'plugins/guests'), { recursive: true });
  cpSync(join(root, 'tests/support/guests.ts'), join(project, 'plugins/guests/guests.ts'));
  for (const [name, code] of Object.entries(servers)) {
    mkdirSync(join(project, 'plugins', name), { recursive: true });
    writeFileSync(join(project, 'plugins', name, 'server.ts'), `${code}\n`);
  }
  for (const [name, code] of Object.entries(halves)) {
    mkdirSync(join(project, 'plugins', name), { recursive: true });
    writeFileSync(join(project, 'plugins', name, 'web.tsx'), halfOf(name, code));
  }
  bundle(project);
}

let app: App;
let address: string;
beforeAll(async () => {
  build();
  // All of it from the copy, where its plugins take what they need from.
  const of = <Module>(file: string): Promise<Module> =>
    import(pathToFileURL(join(project, file)).href) as Promise<Module>;
  const { createApp } = await of<typeof import('../../src/server/app.ts')>('src/server/app.ts');
  const { loadResources } = await of<typeof import('../../src/server/loading/loadResources.ts')>(
    'src/server/loading/loadResources.ts',
  );
  app = await createApp(
    {
      port: 0,
      host: '127.0.0.1',
      dataDir: join(project, 'data'),
      databaseUrl: undefined,
      adminPassword: password,
      timeZone: 'Asia/Shanghai',
      trustProxy: undefined,
      root: project,
    },
    { loaded: await loadResources(project) },
  );
  address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  // A bundle is built here, which takes minutes on a machine that others load.
}, 600_000);
afterAll(async () => {
  await app.close();
  rmSync(project, { recursive: true });
});

async function identityOf(username = 'admin', secret = password): Promise<string> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/admin/Index/login',
    payload: { username, password: secret },
  });
  return JSON.stringify(answer.json<{ data: { userInfo: object } }>().data.userInfo);
}
const site = visitsTo(() => ({ address, identityOf }));

const texts = {
  'zh-cn': {
    failed: /以下插件在浏览器中出错：/,
    crashed: '页面出错了',
    username: '用户名',
    password: '密码',
    signIn: '登录',
  },
  en: {
    failed: /These plugins failed in your browser: /,
    crashed: 'Something went wrong on this page',
    username: 'Username',
    password: 'Password',
    signIn: 'Sign in',
  },
} as const;

it.each(inEnglish)('signs administrators in whatever plugins do, and names those that fail (%s)', async (language) => {
  const text = texts[language];
  const page = await site.visit({ language, throwing: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/admin/login');
  await page.getByLabel(text.username).fill('admin');
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /\/assets\/web-/.test(url))).toEqual([]);
  await page.getByLabel(text.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: text.signIn, exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.locator('.header-tools').getByText('Works').waitFor();
  const reported = page.locator('.header-tools').getByRole('button', { name: text.failed });
  await reported.click();
  const list = page.locator('.plugin-faults');
  await list.waitFor();
  for (const [plugin, reason] of [
    ['thrower', 'thrown by the module'],
    ['claimer', 'A public page cannot be at /admin/other'],
    ['review', 'thrown while drawing'],
  ])
    await list.locator('li', { hasText: plugin! }).getByText(reason!).first().waitFor();
  expect(await list.getByText('working').count()).toBe(0);
});

it('shows a value without the kind that throws, and saves the other fields of its form', async () => {
  const { id } = await app.gate.rows('review' as never).add({ text: 'Good', stars: 4 } as never);
  const page = await site.signedIn({ throwing: true });
  await page.goto('/admin/review/review');
  const row = page.locator(`tr[data-row-key="${id}"]`);
  await row.getByText('4', { exact: true }).waitFor();
  await row.getByRole('button', { name: '编辑' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('Better');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect.poll(() => app.gate.rows('review' as never).get(id)).toMatchObject({ text: 'Better', stars: 4 });
  await row.getByText('4', { exact: true }).waitFor();
});

it.each(inChinese)('keeps the frame around a page that throws, and other addresses (%s)', async (language) => {
  const page = await site.signedIn({ language, throwing: true });
  await page.goto('/admin/review/average');
  await page.getByText(texts[language].crashed).waitFor();
  await expect.poll(() => page.locator('.admin-menu a').count()).toBeGreaterThan(2);
  await page.goto('/reviews');
  await page.getByText(texts[language].crashed).waitFor();
  await page.goto('/works');
  await page.getByRole('heading', { name: 'Works' }).waitFor();
  await page.goto('/index');
  await page.getByRole('contentinfo').waitFor();
});

it('goes on where the plugins cannot be fetched, and says so to super administrators only', async () => {
  const [superGroup] = await app.gate.rows('admin_group').list({ is_super: 1 });
  const rules = await app.gate
    .rows('admin_rule')
    .list({ name: { in: ['auth', 'auth/adminLog', 'auth/adminLog/index'] } });
  const { id } = await app.gate
    .rows('admin_group')
    .add({ name: 'Readers', pid: superGroup!.id, rule_ids: rules.map((rule) => rule.id) });
  await app.gate.rows('admin').add({ username: 'reader', nickname: 'Reader', password: 'Reader-1', group_ids: [id] });
  for (const [username, secret, count] of [
    ['admin', password, 1],
    ['reader', 'Reader-1', 0],
  ] as const) {
    const page = await site.signedIn({ username, password: secret, fresh: true, faulty: true });
    await page.route('**/assets/web-*.js', (route) => route.abort());
    await page.goto('/admin/auth/adminLog');
    await page.locator('.list-page .ant-table, .list-page .ant-empty').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: texts['zh-cn'].failed }).count()).toBe(count);
  }
});

it('adds a view, a tab, a field and pasted pictures to a table, whatever throws beside them', async () => {
  const table = app.gate.rows('painting' as never);
  const { id } = (await table.add({ title: 'Irises', painter: 'Vincent', price: '80' } as never)) as { id: number };
  const page = await site.signedIn({ language: 'en', throwing: true, at: '/admin/gallery/painting' });
  await page.locator(`tr[data-row-key="${id}"]`).getByText('Vincent').waitFor();
  const reported = (part: string): Promise<void> =>
    page.locator('.plugin-faults li', { hasText: part }).getByText('thrown by a part').first().waitFor();
  await page.getByRole('img', { name: 'Shaky' }).click();
  await page.getByRole('button', { name: texts.en.failed }).click();
  await reported('the list view shaky');
  await page.getByRole('button', { name: texts.en.failed }).click();
  await page.locator('.plugin-faults').waitFor({ state: 'hidden' });
  await page.locator(`tr[data-row-key="${id}"]`).getByText('Vincent').waitFor();
  await page.getByRole('img', { name: 'Gallery' }).click();
  const item = page.locator(`li[data-row-key="${id}"]`);
  await item.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('tab', { name: 'Appraisal' }).click();
  await form.getByText('The estimate is below the price.').waitFor();
  await form.getByRole('button', { name: 'Take over the price' }).click();
  await form.getByRole('tab', { name: 'General' }).click();
  await form.getByLabel('Painter').fill('Berthe');
  await form.getByRole('radio').nth(3).click({ force: true });
  const paste = (type: string, selector: string) =>
    form.locator(selector).evaluate((element, given) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob('iVBORw0KGgo='), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], 'irises', { type: given }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, type);
  await paste('text/html', '.tiptap');
  await form.getByText('Only PNG, JPEG and WebP pictures can be added.').waitFor();
  // The form is not saved while a file stands there that could not be kept.
  await form.getByRole('button', { name: 'Dismiss' }).click();
  await paste('image/png', '.tiptap');
  await form.locator('.tiptap img').waitFor();
  await paste('image/png', '#picture');
  await expect.poll(() => form.locator('#picture').inputValue()).toMatch(/^\/api\/pictures\//);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const stored = (await table.get(id)) as unknown as Record<string, unknown>;
  expect(stored).toMatchObject({ painter: 'Berthe', estimate: '80.00', price: '80.00', grade: 4 });
  expect(stored['story']).toMatch(/<img src="\/api\/pictures\/[^"]+\.png" alt="irises"/);
  const answer = await page.request.get(`${address}${String(stored['picture'])}`);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
  await page.getByRole('button', { name: texts.en.failed }).click();
  await reported('the field painting.painter');
  await reported('the form section painting/shaky');
});

/** The one journey through all that a plugin can have in the frame: the plugin of docs/plugins-browser.md. */
it('shows a plugin in every place, and goes on where others fail there', async () => {
  const page = await site.signedIn({ language: 'en', throwing: true, at: '/admin/dashboard' });
  const box = (name: string) => page.getByRole('region', { name, exact: true });
  const account = page.getByRole('banner').getByTitle('Account');
  const choose = async (name: string): Promise<void> => {
    await account.click();
    // Behind the name of its icon.
    await page.getByRole('menuitem', { name: new RegExp(`${name}$`) }).click();
  };
  const panel = page.getByRole('dialog', { name: 'New note' });

  // The dashboard: nothing yet, a component that throws, and a call that is refused.
  await box('Latest notes').getByText('Nothing is left to do').waitFor();
  await box('Note').getByText('The plugin “frame” failed here.').waitFor();
  await box('Close').getByRole('button', { name: 'Try again' }).waitFor();
  await page.locator('.dashboard-card').first().waitFor();

  // A panel from the header; it asks before it is closed, and stays while the page below changes.
  await page.getByRole('banner').getByRole('button', { name: 'New note' }).click();
  await panel.getByRole('textbox').fill('Water the plants');
  await page.keyboard.press('Escape');
  await panel.getByText('The note is not saved.').waitFor();
  await page.keyboard.press('Enter');
  expect(await panel.getByRole('textbox').inputValue()).toBe('Water the plants');
  await panel.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => app.gate.rows('note' as never).count({})).toBe(1);
  await expect.poll(() => panel.getByRole('textbox').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('New note');

  // The account menu leads to the plugin's page, made of our list, form and record.
  await choose('My to-do list');
  await page.waitForURL('**/admin/notes/board');
  await page.getByRole('heading', { name: '1 note is left to do' }).waitFor();
  await page.locator('.resource-form').getByRole('textbox').first().fill('Feed the cat');
  await page.locator('.resource-form').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: '2 notes are left to do' }).waitFor();
  const row = page.locator('tbody tr[data-row-key]', { hasText: 'Feed the cat' });
  const inMenu = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await inMenu('View');
  await page.getByRole('dialog').locator('dd', { hasText: 'Feed the cat' }).waitFor();
  await page.keyboard.press('Escape');
  await inMenu('Mark as done');
  await row.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: '1 note is left to do' }).waitFor();

  // Its keys do from every page what `?` says, unless something is open.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/admin/auth/group');
  await page.locator('tbody tr[data-row-key]').first().waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const [text, caps] of [
    ['New note', 'Ctrl J'],
    ['My to-do list', 'B'],
  ] as const)
    await expect
      .poll(async () => (await keys.locator('dl > div', { hasText: text }).locator('kbd').allInnerTexts()).join(' '))
      .toBe(caps);
  await page.keyboard.press('b');
  // A dialog that is still on its way out takes none, and can be opened anew.
  const leaving = page.locator('.ant-zoom-leave');
  await page.addStyleTag({ content: '.ant-zoom-leave { animation-duration: 600s !important }' });
  await page.keyboard.press('Escape');
  await leaving.waitFor();
  await page.keyboard.press('?');
  await leaving.waitFor({ state: 'detached' });
  await keys.waitFor();
  await expect.poll(() => keys.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await leaving.waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/auth/group');
  await page.keyboard.press('Control+j');
  await panel.waitFor();
  // What two dialogs on their way out do with the focus is not what this is about.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await page.locator('tbody tr[data-row-key]').first().waitFor();
  await page.keyboard.press('.');
  await page.keyboard.press('b');
  await page.waitForURL('**/admin/notes/board');

  // A panel that throws says so in its place, and can be closed.
  await choose('View');
  await page.getByRole('dialog').getByText('The plugin “frame” failed here.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await choose('Mark as done');
  await choose('Save note');

  // All of it is named where administrators see it.
  await page.locator('.header-tools').getByRole('button', { name: texts.en.failed }).click();
  for (const [plugin, reason] of [
    ['frame', 'thrown in the frame'],
    ['frame', 'thrown by a click'],
    ['frame', 'thrown by a key'],
    ['frame', 'shortcut N'],
    ['frame', 'panel nobodys'],
    ['frame', 'Did you mean "guest"?'],
    ['frame', 'Did you mean "member"?'],
    ['second', 'panel notes'],
    ['second', 'shortcut Mod+J'],
    ['second', 'page /admin/notes/board'],
  ])
    await page.locator('.plugin-faults li', { hasText: plugin! }).getByText(reason!).first().waitFor();
  await page.keyboard.press('Escape');

  // The page of the plugins tells what it adds here too.
  await page.goto('/admin/moduleStore/moduleStore');
  const card = page.locator('.module-card', { hasText: 'What is still to be done.' });
  for (const word of ['/notes', 'Latest notes', 'My to-do list', 'New note', 'New note (Ctrl+J)', '1 entry'])
    await card.getByText(word, { exact: true }).first().waitFor();

  // The dashboard has the note, and visitors have a page in the frame of the site.
  await page.goto('/admin/dashboard');
  await box('Latest notes').getByText('Water the plants').waitFor();
  await box('Notes per day')
    .getByRole('application', { name: /^Notes per day; Added/ })
    .waitFor();
  await page.goto('/notes');
  await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Site' }).waitFor();
});

it('shows the page that one plugin has for the realm of another', async () => {
  await app.gate.rows('guest' as never).add({ username: 'ada', password: 'Guest-123' } as never);
  const page = await site.visit({ language: 'en', throwing: true });
  await page.goto('/guest/notes');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('Guest-123');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/guest/notes');
  await page.getByRole('heading', { name: 'Notes of guests' }).waitFor();
  // What is for administrators is not here.
  expect(await page.getByRole('button', { name: 'New note' }).count()).toBe(0);

  // Nor is what administrators are told: the bell rings for this guest, and leads to where the notice says.
  await page.goto('/guest/shop/wish');
  await page.getByRole('button', { name: 'Notices', exact: true }).waitFor();
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('guestInfo')!) as { token: string };
    await fetch('/api/guest/ring', { method: 'POST', headers: { 'x-guest-token': token } });
  });
  await page.getByRole('button', { name: 'Notices, 1 unread', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Notices' })
    .getByRole('button', { name: /The kite is ready/ })
    .click();
  await page.waitForURL('**/guest/notes');
  await page.getByRole('button', { name: 'Notices', exact: true }).waitFor();
  const office = await site.signedIn({ language: 'en', throwing: true, at: '/admin/dashboard' });
  await office.getByRole('button', { name: 'Notices', exact: true }).waitFor();
});
