import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin, html, type Html } from '#plugin';
import { temporaryFolder } from '../support/databases.ts';
import { root, startServer, type TestServer } from '../support/server.ts';

const folder = temporaryFolder();
const hung = Promise.withResolvers<Html>();
const painter = definePlugin({
  name: 'painter',
  firstScreens: [
    {
      paths: ['/', '/chat'],
      draw: ({ language, site, host }) =>
        html`<h1>${host.translate({ key: 'home:enterChat' }, language)}</h1>
          <img src="${site.logo}" alt="${site.name}" />`,
    },
    { paths: ['/text'], draw: () => '<h1>unescaped</h1>' as never },
    {
      paths: ['/broken'],
      draw() {
        throw new Error('no paint');
      },
    },
    { paths: ['/late'], draw: () => hung.promise },
    { paths: ['/half'], draw: ({ language }) => (language === 'en' ? html`<h1>half</h1>` : undefined) },
  ],
});

const page = `<!doctype html><html><head><link rel="icon" href="/assets/icon-abc.svg" /><title>Ai Chat</title>
<script>let a = 1</script><script type="module" src="/assets/main-abc.js"></script></head>
<body><div id="root"><div class="boot"></div></div><link data-boot rel="stylesheet" href="/assets/style-abc.css"></body></html>`;

function project(): string {
  const made = folder();
  for (const name of ['locales', 'package.json']) symlinkSync(join(root, name), join(made, name));
  mkdirSync(join(made, 'dist/assets'), { recursive: true });
  writeFileSync(join(made, 'dist/index.html'), page);
  return made;
}

let server: TestServer;
let bare: TestServer;
beforeAll(async () => {
  const place = (): { dataDir: string; databaseUrl: undefined } => ({ dataDir: folder(), databaseUrl: undefined });
  server = await startServer(place(), { config: { root: project() }, plugins: [painter], limits: { screen: 50 } });
  bare = await startServer(place(), { config: { root: project() } });
});
afterAll(async () => {
  hung.resolve(html``);
  await Promise.all([server?.close(), bare?.close()]);
});

const open = async (path: string, at = server): Promise<{ body: string; policy: string }> => {
  const { text, headers } = await at.request('GET', path, { headers: { accept: 'text/html' } });
  return { body: text, policy: String(headers['content-security-policy']) };
};
const configure = async (body: Readonly<Record<string, unknown>>, at = server): Promise<void> => {
  const token = await at.signIn();
  expect((await at.request('POST', '/api/admin/routine.Config/edit', { token, body })).json).toMatchObject({ code: 1 });
};

it('draws the home page in every language, below its style sheet, and does not wait for code', async () => {
  const { body, policy } = await open('/index', bare);
  expect(body).toMatch(/<div id="root"><div class="first" lang="zh-cn" inert aria-hidden="true">[^]*让想法更快成形/);
  expect(body).toMatch(/<div class="first" lang="en" inert aria-hidden="true">[^]*Talk to AI/);
  expect(body).toMatch(/style-abc\.css">[^]*<\/head>/);
  expect(body.match(/style-abc\.css/g)).toHaveLength(1);
  expect(body).toContain('<script type="module" fetchpriority="low" src="/assets/main-abc.js">');
  expect(body).toContain('<img src="/assets/icon-abc.svg" alt="" />');
  // Still nothing runs but what stands in the page of the build.
  expect(policy.match(/'sha256-/g)).toHaveLength(1);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)![1];
  expect(body).toContain(`<style nonce="${nonce}">`);
});

it('offers visitors to sign in where there are no members', async () => {
  const { body } = await open('/index', bare);
  expect(body).toContain('href="/user/login">登录</a>');
  expect(body).not.toContain('tab=register');
});

it.each(['/admin', '/admin/login', '/user/login', '/nowhere', '/index/more'])('draws nothing at %s', async (path) => {
  const { body } = await open(path);
  expect(body).not.toContain('class="first"');
  expect(body).toContain('<script type="module" src=');
  expect(body).toMatch(/<body>[^]*style-abc\.css/);
});

it.each(['/', '/?a=1', '/chat', '/chat/', '/chat?b=2'])('draws at %s what a plugin draws there', async (path) => {
  const { body } = await open(path);
  expect(body).toMatch(
    /lang="zh-cn" inert aria-hidden="true"><h1>开始对话<\/h1>[^]*lang="en" inert aria-hidden="true"><h1>Start chatting<\/h1>/,
  );
});

it('has the name of the site as text, whatever it is', async () => {
  const name = `<img src=x onerror="alert('1')">__CSP_NONCE__ $& $'`;
  await configure({ site_name: name });
  for (const path of ['/', '/index']) {
    const { body, policy } = await open(path);
    expect(body).not.toContain('<img src=x');
    expect(body).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;');
    expect(body).toContain(`$&#38; $&#39;`);
    // The nonce is a secret of the answer, not a text of the page.
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    expect(body.split(nonce)).toHaveLength(2);
  }
  await configure({ site_name: 'Ai Chat' });
});

it.each(['/text', '/broken', '/late', '/half'])('opens %s, where nothing can be drawn, without it', async (path) => {
  const { body } = await open(path);
  expect(body).not.toMatch(/class="first"|unescaped|half/);
  expect(body).toContain('main-abc.js');
});

it('names the plugin whose screen fails, or is late', () => {
  const log = server.logged.join('\n');
  for (const path of ['/broken', '/late']) expect(log).toMatch(new RegExp(`painter[^\\n]*first screen of ${path}`));
});
