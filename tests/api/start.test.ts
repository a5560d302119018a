import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { copyProjectAgain } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

const folder = temporaryFolder();
const running: Program[] = [];
const run = (environment: Readonly<Record<string, string>> = {}, project = inject('coreFolder')): Program => {
  running.push(runProgram({ DATA_DIR: folder(), ...environment }, project));
  return running.at(-1)!;
};
/** With the product's plugins, which take half as long again. */
const runWhole = (environment?: Readonly<Record<string, string>>): Program => run(environment, inject('productFolder'));
afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

const signIn = async (address: string, password: string): Promise<number> => {
  const answer = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return ((await answer.json()) as { code: number }).code;
};
/** Until it has begun to stop, something listens. */
const closes = (address: string) =>
  expect
    .poll(() =>
      fetch(`${address}/config.json`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');

describe('the first start', () => {
  it('prints the address and a random password once; the next one the address only', async () => {
    const place = { DATA_DIR: folder() };
    const first = runWhole(place);
    const address = await first.address;
    await expect.poll(() => first.output.out.trim().split('\n')).toHaveLength(2);
    const password = /密码：(\S+?)（/.exec(first.output.out)?.[1] ?? '';
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect(await signIn(address, password)).toBe(1);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = runWhole({ ...place, ADMIN_PASSWORD: 'other-password' });
    expect(await signIn(await second.address, password)).toBe(1);
    const lines = second.output.out.trim().split('\n');
    // The other line is the sign-in's, of the security log.
    expect(lines.filter((line) => !line.includes('"kind":"sign_in"'))).toHaveLength(1);
    expect([first.output.err, second.output.err]).toEqual(['', '']);
  });
});

describe('a file that cannot be used', () => {
  it('is named once, and the others are served', async () => {
    const project = copyProjectAgain();
    writeFileSync(
      join(project, 'resources/wrong.ts'),
      "import { f, table } from '#resource';\nexport default table('wrong', { title: f.txt() }).resource();\n",
    );
    const program = runProgram({ DATA_DIR: folder() }, project);
    running.push(program);
    await program.address;
    await expect.poll(() => program.output.out).toContain('admin');
    await expect.poll(() => program.output.err).toContain('\n');
    expect(`${program.output.out}${program.output.err}`.match(/f\.txt/g)).toHaveLength(1);
    expect(program.output.err).toMatch(/^resources\/wrong\.ts:2: [^\n]+\n$/);
  });
});

describe('one sentence and exit code 1', () => {
  const expectRefusal = async (environment: Readonly<Record<string, string>>, sentence: RegExp): Promise<void> => {
    const { ended, output } = run(environment);
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/^[^\n]+\n$/);
    expect(output.err).toMatch(sentence);
    expect(output.err).not.toMatch(/\bat .*:\d+|node:/);
    expect(output.out).toBe('');
  };

  it.each([
    ['PORT', 'eighty'],
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'no such host'],
  ])('%s=%s', async (name, value) => {
    await expectRefusal({ [name]: value }, new RegExp(name));
  });

  it('a taken port', async () => {
    const other = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
    });
    const { port } = other.address() as AddressInfo;
    await expectRefusal({ PORT: String(port) }, new RegExp(`${port}.*PORT`)).finally(() => other.close());
  });

  it('a data folder that is a file, cannot be made, holds no database or serves another', async () => {
    const [file, broken] = [join(folder(), 'file'), folder()];
    writeFileSync(file, 'x');
    mkdirSync(broken, { recursive: true });
    writeFileSync(join(broken, 'data.sqlite'), 'no database at all'.repeat(500));
    const place = { DATA_DIR: folder() };
    await run(place).address;
    await Promise.all([
      expectRefusal({ DATA_DIR: file }, /DATA_DIR/),
      expectRefusal({ DATA_DIR: join(file, 'below') }, /DATA_DIR/),
      expectRefusal({ DATA_DIR: broken }, /DATA_DIR/),
      expectRefusal(place, /DATA_DIR/),
      expectRefusal({ DATA_DIR: '/proc/below/it' }, /\/proc\/below\/it.*DATA_DIR/),
    ]);
  });

  it('a database that cannot be reached', async () => {
    await expectRefusal(
      { DATABASE_URL: 'postgres://somebody:canary@127.0.0.1:1/nothing' },
      /^(?!.*canary).*DATABASE_URL/,
    );
  });
});

describe('the end', () => {
  const half = {
    head: 'POST /api/admin/Index/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 16\r\nexpect: 100-continue\r\n\r\n',
    body: '{"username":"a"}',
  };
  /** Begins a request without its body, which the server is waiting for. */
  const begin = async (address: string): Promise<{ finish(): void; answer: Promise<string> }> => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(half.head));
    let received = '';
    const answer = new Promise<string>((resolve) =>
      socket
        .on('data', (data) => (received += data))
        .on('error', () => {})
        .on('close', () => resolve(received)),
    );
    await expect.poll(() => received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    received = '';
    return { finish: () => socket.write(half.body), answer };
  };

  // Plugins have a part in the end, none in which signal it was.
  it.each([
    ['SIGTERM', runWhole],
    ['SIGINT', run],
  ] as const)('%s lets begun requests end, takes no new ones, and comes at once', async (signal, start) => {
    const { child, address, ended, output } = start();
    const where = await address;
    const { finish, answer } = await begin(where);
    // Browsers open connections ahead; they must not hold anybody up.
    const ahead = connect(Number(new URL(where).port), '127.0.0.1').on('error', () => {});
    await once(ahead, 'connect');
    child.kill(signal);
    await closes(where);
    expect(child.exitCode).toBeNull();
    finish();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"errors":\{"password"/);
    expect([await ended, output.err]).toEqual([0, '']);
  });

  it('comes within ten seconds whatever a request does', async () => {
    const { child, address, ended, output } = run();
    await begin(await address);
    const began = performance.now();
    child.kill('SIGTERM');
    expect([await ended, output.err]).toEqual([0, '']);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('answers new requests on open connections with 503 while others end', async () => {
    const { child, address, ended, output } = run();
    const where = await address;
    const { finish, answer } = await begin(where);
    const socket = connect(Number(new URL(where).port), '127.0.0.1');
    let received = '';
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('data', (data) => (received += String(data))).on('error', () => {});
    const ask = 'GET /api/admin/Index/login HTTP/1.1\r\nhost: x\r\n\r\n';
    socket.write(ask);
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 200/);
    child.kill('SIGTERM');
    await closes(where);
    received = '';
    socket.write(ask);
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 503[\s\S]*"code":0,"msg":"[^"]+"/);
    expect(received).toMatch(/connection: close/i);
    expect(received).toMatch(/x-content-type-options: nosniff/i);
    finish();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect([await ended, output.err]).toEqual([0, '']);
  });
});
