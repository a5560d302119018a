import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { definePlugin, type PluginRoute } from '#plugin';
import { createApp } from '../../../src/server/app.ts';
import { Failures } from '../../../src/server/fence/failures.ts';
import { loadResources } from '../../../src/server/loading/loadResources.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { product } from '../../support/product.ts';
import { builtProject, emptyProject } from '../../support/emptyProject.ts';
import { guests } from '../../support/guests.ts';
import { startServer } from '../../support/server.ts';
import { testConfig } from '../../support/testConfig.ts';

const folder = temporaryFolder();
const good: PluginRoute = { method: 'GET', url: '/admin/good/index', node: 'everyone', handler: () => 'good' };
const post: PluginRoute = { ...good, method: 'POST' };

/** Bad routes, and what is said of each. */
const bad: readonly (readonly [unknown, RegExp])[] = [
  [{ ...good, method: 'TRACE' }, /method must be one of "GET", .*, not "TRACE"/],
  [{ ...good, url: 'admin/x' }, /url "admin\/x" must begin with "\/"/],
  [{ ...good, url: '/admin/x?a=1' }, /url .* without a query/],
  [{ ...good, url: '/admin/*/x' }, /url "\/admin\/\*\/x" must begin/],
  [{ ...good, url: '/admin//x' }, /must begin with "\/", of parts/],
  [{ method: 'GET', url: '/admin/x/y', node: 'everyone' }, /handler must be a function, not undefined/],
  [{ method: 'GET', url: '/admin/x/y', handler: () => 1 }, /node must be a text/],
  [{ ...good, bdoy: { limit: 5 } }, /There is no "bdoy" in a route\. Did you mean "body"\?/],
  [{ ...good, body: { limit: 5 } }, /body: a GET request has none\. Take the option away, or use POST/],
  [{ ...post, body: { limit: 0, leastRate: -1 } }, /body\.limit must be a whole number from 1, not 0/],
  [{ ...post, body: { as: 'xml', limit: 5 } }, /body\.as must be one of "json", "multipart", "stream"/],
  [{ ...post, body: { limit: 5, parts: 3 } }, /add as: 'multipart'/],
  [{ ...post, body: { limit: 5, size: 3 } }, /There is no "size" in body of a route/],
  [{ ...post, signed: true }, /signed: only GET and HEAD/],
  [{ ...post, tokenInQuery: true }, /tokenInQuery: only GET and HEAD/],
  [{ ...good, timeout: -5 }, /timeout must be a whole number from 1/],
  [{ ...good, rateLimit: { max: 5 } }, /rateLimit\.timeWindow must be/],
  [{ ...good, url: '/admin/Index/index' }, /GET \/api\/admin\/Index\/index is taken by the server itself/],
  [{ ...good, url: '/admin/INDEX/INDEX' }, /is taken by the server itself/],
  [{ ...good, url: '/admin/:any/index' }, /is taken by the server itself/],
  [{ ...good, url: '/admin/auth.admin/index' }, /is taken by the table "auth\/admin"/],
  [{ ...good, url: '/admin/good/INDEX' }, /GET \/api\/admin\/good\/INDEX is taken by plugin own/],
  [{ ...good, url: '/api/x', root: true }, /"\/api" is the server's own\. Begin with a word of your own/],
  [{ ...good, url: '/admin/x', root: true }, /"\/admin" is the server's own/],
  [{ ...good, url: '/chat/x', root: true }, /"\/chat" is the server's own/],
  [{ ...good, url: '/:any', root: true }, /is the server's own/],
  [{ ...good, url: '/*', root: true }, /is the server's own/],
  [{ ...good, url: '/guest/x', root: true }, /\/guest is where the pages of "guest" are/],
  [{ ...good, url: '/v1/x', root: true, node: 'signed-in' }, /its address is below none of .* realm: 'member'/],
  [{ ...good, url: '/user/x/y', node: 'signed-in' }, /realm: 'member'/],
  [{ ...good, url: '/user/x/y', realm: 'membr' }, /realm: there is no "membr"\. Did you mean "member"\?/],
  [{ ...good, url: '/user/x/y', realm: 'gests' }, /Did you mean "guest"\?/],
  ['a text', /it must be an object/],
  [null, /it must be an object/],
];

it('names each route that cannot be one with what to write instead, and the others answer', async () => {
  const own = definePlugin({
    name: 'own',
    routes: [
      good,
      ...bad.map(([route]) => route as PluginRoute),
      { ...good, url: '/admin/last/index' },
      { ...post, url: '/admin/good/index' },
    ],
  });
  const server = await startServer(
    { dataDir: folder(), databaseUrl: undefined },
    { plugins: [guests, own], resources: guests.resources!, faults: bad.length },
  );
  try {
    server.app.faults.forEach((fault, at) => {
      expect(fault).toMatch(/^plugin own: route /);
      expect(fault).toMatch(bad[at]![1]);
    });
    for (const name of ['good', 'last'])
      expect((await server.request('GET', `/api/admin/${name}/index`)).json.data).toBe('good');
    expect((await server.request('POST', '/api/admin/good/index')).json.data).toBe('good');
    expect((await server.request('PUT', '/api/admin/good/index')).headers['allow']).toBe('GET, HEAD, POST');
  } finally {
    await server.close();
  }
});

it('names the file and the line', async () => {
  const project = emptyProject(folder());
  mkdirSync(join(project, 'plugins/wrong'), { recursive: true });
  writeFileSync(
    join(project, 'plugins/wrong/server.ts'),
    `export default {
  name: 'wrong',
  routes: [
    { method: 'GET', url: '/admin/right/index', node: 'everyone', handler: () => 1 },
    { method: 'GET', url: '/admin/wrong/index', node: 'everyone', body: { limit: 5 }, handler: () => 1 },
  ],
};
`,
  );
  const found = await loadResources(project);
  const app = await createApp(
    { ...testConfig, root: project, dataDir: folder(), databaseUrl: undefined },
    { loaded: { ...product, plugins: found.plugins, pluginFiles: found.pluginFiles! } },
  );
  try {
    expect(app.faults).toEqual([
      expect.stringMatching(/^plugins\/wrong\/server\.ts:5: plugin wrong: route GET \/admin\/wrong\/index: body: /),
    ]);
  } finally {
    await app.close();
  }
});

/** Opens a page before and after, as a browser does, with a plugin for each of these policies. */
async function policiesWith(
  policies: readonly unknown[],
  between = (): void => {},
): Promise<{ before: string; after: string; faults: readonly string[]; failures: readonly string[] }> {
  const plugins = policies.map((policy, at) =>
    definePlugin({ name: `maps${at}`, contentSecurityPolicy: policy as never }),
  );
  const project = builtProject(folder());
  const failures = new Failures(() => {});
  const app = await createApp(
    { ...testConfig, root: project, dataDir: folder(), databaseUrl: undefined },
    { loaded: { ...product, plugins }, limits: { hook: 1500 }, failures },
  );
  const open = async (): Promise<string> =>
    String((await app.http.inject({ url: '/', headers: { accept: 'text/html' } })).headers['content-security-policy']);
  try {
    const before = await open();
    between();
    return { before, after: await open(), faults: app.faults, failures: failures.list().map(({ text }) => text) };
  } finally {
    await app.close();
  }
}
const directive = (policy: string, name: string): string =>
  policy.split('; ').find((each) => each.startsWith(`${name} `))!;

it('lets pages load from servers that plugins name, fixed or as their settings say', async () => {
  let server = 'https://one.example';
  const policies = [
    {
      connectSrc: ['https://api.maps.example', 'wss://live.maps.example:8443/'],
      mediaSrc: ['https://media.maps.example'],
    },
    async () => ({ connectSrc: [server], frameSrc: ['https://frames.example'] }),
  ];
  const { before, after, faults } = await policiesWith(policies, () => (server = 'https://two.example'));
  expect(faults).toEqual([]);
  const fixed = "connect-src 'self' https://api.maps.example wss://live.maps.example:8443";
  expect(directive(before, 'connect-src')).toBe(`${fixed} https://one.example`);
  expect(directive(after, 'connect-src')).toBe(`${fixed} https://two.example`);
  expect(directive(after, 'media-src')).toContain(' https://media.maps.example');
  expect(directive(after, 'frame-src')).toContain(' https://frames.example');
  expect(directive(after, 'script-src')).toBe("script-src 'self'");
});

it('lets no page load from what is no server', async () => {
  const wrong = [
    '*',
    'https://*',
    'https://*.example',
    'https:',
    "'unsafe-inline'",
    "'unsafe-eval'",
    "'self'",
    'data:',
    "https://a.example; script-src 'unsafe-inline'",
    'https://a.example https://b.example',
    'https://a.example/path',
    'https://user@a.example',
    'javascript:alert(1)',
    'https://',
    'https://a.example:99999',
    '',
    5,
  ];
  const policy = { connectSrc: [...wrong, 'https://good.example'], scriptSrc: ['https://evil.example'] };
  const { before, faults, failures } = await policiesWith([policy, () => policy]);
  expect(directive(before, 'connect-src')).toBe("connect-src 'self' https://good.example");
  expect(before).not.toContain('evil');
  const said = wrong.map((source) => `contentSecurityPolicy: connectSrc: "${source}" must be a server such as`);
  for (const [plugin, list] of [
    ['maps0', faults],
    ['maps1', failures],
  ] as const) {
    for (const text of said) expect(list).toContainEqual(expect.stringContaining(`plugin ${plugin}: ${text}`));
    expect(list).toContainEqual(
      expect.stringContaining(`plugin ${plugin}: contentSecurityPolicy: scriptSrc must be one of`),
    );
    expect(list).toHaveLength(wrong.length + 1);
  }
});

it('opens pages whatever a plugin does when it is asked', async () => {
  const policies = [
    () => Promise.reject(new Error('no settings')),
    () => new Promise(() => {}),
    () => undefined,
    () => ({ connectSrc: 'https://text.example' }),
    () => ({ connectSrc: ['https://good.example'] }),
  ];
  const { before, failures } = await policiesWith(policies);
  expect(directive(before, 'connect-src')).toBe("connect-src 'self' https://good.example");
  expect(failures).toContain('plugin maps0: contentSecurityPolicy: no settings');
  expect(failures).toContain('plugin maps1: contentSecurityPolicy: took longer than 1500 ms');
});
