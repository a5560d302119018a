import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { testPlugin, waitingTransactions, type TestPlace } from '#test';
import { membersOf } from '../server/processes.ts';
import { quick, tries } from './hostileCommands.ts';
import { secret } from './people.ts';
import { runOf, runToEnd, view } from './terminalClient.ts';

const folder = mkdtempSync(join(tmpdir(), 'terminal-runs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The file that a command waits for, and making it. */
const gate = ({ database }: TestPlace, name: string): string => join(folder, `${name}-${database.length}`);
const open = (place: TestPlace, name: string): void => writeFileSync(gate(place, name), '');
let rooms = 0;

testPlugin(
  'one run for a uuid, the same for all who watch it, from wherever they come back',
  [quick(), tries()],
  async (server, place) => {
    const token = await server.signIn();
    const query = { params: JSON.stringify({ file: gate(place, 'same') }) };
    const first = view(server, 'try.steps', 'same-1', { token, query });
    await first.seen(/^step 5$/);
    const second = view(server, 'try.steps', 'same-1', { token, query: { chunks: '1' } });
    await second.seen(/^step 10$/);
    // A tab is closed; the run goes on, and is joined again from where it was.
    first.close();
    await first.ended;
    const { lastId } = first;
    const again = view(server, 'try.steps', 'same-1', { token, lastEventId: lastId! });
    await again.seen(/^step /);
    open(place, 'same');
    await Promise.all([second.ended, again.ended]);
    const whole = await runToEnd(server, 'try.steps', 'same-1', { token });
    expect(whole.lines.slice(-2)).toEqual(['let go', 'exitCode: 0']);
    const steps = whole.lines.slice(1, -2);
    expect(steps).toEqual(steps.map((_, at) => `step ${at + 1}`));
    expect(second.lines).toEqual(whole.lines);
    expect([...first.lines, ...again.lines]).toEqual(whole.lines);
    expect(again.controls).toEqual(whole.controls);
    const { text } = await server.request('GET', '/api/admin/Terminal/output?uuid=same-1', { token });
    expect(text).toBe(`${whole.lines.join('\n')}\n`);
    expect(await runOf(server, token, 'same-1')).toMatchObject({ status: 3, length: text.length });

    const many = await Promise.all(
      Array.from({ length: 10 }, () => runToEnd(server, 'try.hello', 'once-1', { token })),
    );
    for (const each of many) expect(each.lines).toEqual(many[0]!.lines);
    expect(await server.app.gate.rows('terminal_run').list({ uuid: 'once-1' })).toHaveLength(1);
    const uuids = ['same-1', 'never-1'];
    const { json } = await server.request('POST', '/api/admin/Terminal/runs', { token, body: { uuids } });
    expect(json.data['runs']).toHaveLength(1);
    const wrong = await server.request('POST', '/api/admin/Terminal/runs', { token, body: { uuids: 'same-1' } });
    expect(wrong.json.data).toMatchObject({ errors: { uuids: 'Ask for a list of up to 500 tasks.' } });
  },
);

testPlugin(
  'one person leaves room for the runs of others, and all of them for those of nobody',
  [quick(), tries()],
  async (server, place) => {
    const people = await Promise.all(
      ['ann', 'ben', 'cem'].map(async (username) => {
        await server.app.gate.rows('admin').add({ username, nickname: username, password: secret, group_ids: [1] });
        return server.signIn(username, secret);
      }),
    );
    const params = JSON.stringify({ file: gate(place, 'room') });
    const begin = (at: number, uuid: string) =>
      view(server, 'try.steps', uuid, { token: people[at]!, query: { params } });
    const begun = [];
    for (const at of [0, 1]) {
      for (let run = 0; run < 4; run += 1) begun.push(begin(at, `room-${at}-${run}`));
      await Promise.all(begun.map((each) => each.seen(/^step 1$/)));
      // One more of theirs, while there is room for others.
      const more = begin(at, `room-${at}-more`);
      await more.ended;
      expect(more.lines).toEqual(['Error: Too many commands are running. Try again when one of them has finished.']);
    }
    const other = begin(2, 'room-2-0');
    await other.ended;
    expect(other.controls).toContain('command-exec-error');
    open(place, 'room');
    await Promise.all(begun.map(({ ended }) => ended));
    expect((await runToEnd(server, 'try.hello', 'room-0-more', { token: people[0]! })).lines.at(-1)).toBe(
      'exitCode: 0',
    );
  },
);

testPlugin('a uuid is of one command with its values: others are refused', [quick(), tries()], async (server) => {
  const token = await server.signIn();
  const say = (word: string, more = {}) =>
    runToEnd(server, 'try.say', 'reused-1', { token, query: { params: JSON.stringify({ word }) }, ...more });
  const first = await say('one');
  expect(first.controls).toContain('command-exec-success');
  const refused = ['command-link-success', 'command-exec-error', 'command-exec-completed'];
  const why =
    'Error: This task ID already belongs to another command, or to the same one with other parameters. Use a new ID.';
  for (const other of [
    await runToEnd(server, 'try.hello', 'reused-1', { token }),
    await runToEnd(server, 'no.such', 'reused-1', { token }),
    await runToEnd(server, 'try.hello', 'reused-1', { token, query: { join: '1' } }),
    await say('two'),
    await say('two', { lastEventId: '0' }),
  ])
    expect([other.controls, other.lines]).toEqual([refused, [why]]);
  for (const same of [await say('one'), await runToEnd(server, 'try.say', 'reused-1', { token })])
    expect(same.lines).toEqual(first.lines);

  // Of two that come at once, one command begins.
  const both = await Promise.all(
    ['try.hello', 'try.fail'].map((command) => runToEnd(server, command, 'reused-2', { token })),
  );
  expect(both.filter(({ lines }) => lines[0] === why)).toHaveLength(1);
});

testPlugin('a person opens a hundred streams at most, and starts one program', [quick(), tries()], async (server) => {
  const token = await server.signIn();
  // Which of those who come at once are let in is the server's to choose.
  const viewers = Array.from({ length: 110 }, () => view(server, 'try.stubborn', 'crowd-1', { token }));
  const open = new Set(viewers);
  for (const each of viewers) void each.ended.then(() => open.delete(each));
  await expect.poll(() => open.size).toBe(100);
  await Promise.all([...open].map((each) => each.seen(/^pid/)));
  expect(open.size).toBe(100);
  expect(new Set([...open].map(({ lines }) => lines.join())).size).toBe(1);
  expect(await server.app.gate.rows('terminal_run').list()).toHaveLength(1);
  // Who leaves makes room for somebody else.
  for (const each of open) each.close();
  await Promise.all(viewers.map(({ ended }) => ended));
  await expect
    .poll(async () => (await runToEnd(server, 'try.hello', `room-${(rooms += 1)}`, { token })).controls)
    .toContain('command-exec-success');
  await server.request('POST', '/api/admin/Terminal/cancel', { token, body: { uuid: 'crowd-1' } });
  await expect.poll(async () => (await runOf(server, token, 'crowd-1'))?.outcome).toBe('cancelled');
});

// A command that loads data or changes tables holds all of it, but only on SQLite.
testPlugin.onSqlite(
  'how a run has ended waits for a database that is held',
  [quick(), tries()],
  async (server, place) => {
    const token = await server.signIn();
    const query = { params: JSON.stringify({ file: gate(place, 'held') }) };
    const viewed = view(server, 'try.wait', 'held-1', { token, query });
    await viewed.seen(/^waiting$/);
    const other = new DatabaseSync(join(place.dataDir, 'data.sqlite'));
    // Not while the server writes itself.
    await expect.poll(() => isHeld(other)).toBe(true);
    open(place, 'held');
    await expect.poll(() => server.logged.join()).toContain('held-1 could not be written');
    other.exec('ROLLBACK');
    other.close();
    await viewed.ended;
    expect(await runOf(server, token, 'held-1')).toMatchObject({ status: 3, outcome: 'success' });
    expect(viewed.lines.at(-1)).toBe('exitCode: 0');
  },
);

function isHeld(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch {
    return false;
  }
}

// SQLite has one instance.
testPlugin.onPostgres('two instances know the same runs', [quick(), tries()], async (one, place) => {
  const other = await place.start([quick(), tries()]);
  const token = await one.signIn();
  const query = { params: JSON.stringify({ file: gate(place, 'both') }) };
  const here = view(one, 'try.steps', 'both-1', { token, query });
  await here.seen(/^step 5$/);
  const there = view(other, 'try.steps', 'both-1', { token, query });
  await there.seen(/^step 10$/);
  open(place, 'both');
  await Promise.all([here.ended, there.ended]);
  expect(there.messages).toEqual(here.messages);

  const stubborn = view(one, 'try.stubborn', 'both-2', { token });
  await stubborn.seen(/^pid/);
  const cancelled = await other.request('POST', '/api/admin/Terminal/cancel', { token, body: { uuid: 'both-2' } });
  expect(cancelled.json.code).toBe(1);
  await stubborn.ended;
  expect(await runOf(other, token, 'both-2')).toMatchObject({ outcome: 'cancelled' });

  const at = [one, other, one, other].map((each) => runToEnd(each, 'try.hello', 'both-3', { token }));
  const all = await Promise.all(at);
  for (const each of all) expect(each.messages).toEqual(all[0]!.messages);
  expect(await one.app.gate.rows('terminal_run').list({ uuid: 'both-3' })).toHaveLength(1);
});

testPlugin('a stopped server ends its runs, which have not succeeded', [quick(), tries()], async (server, place) => {
  const token = await server.signIn();
  const query = { params: JSON.stringify({ file: gate(place, 'forked-') }) };
  const viewed = view(server, 'try.forking', 'stop-1', { token, query });
  await viewed.seen(/^forked/);
  const [run] = await server.app.gate.rows('terminal_run').list({ uuid: 'stop-1' });
  await server.close();
  await viewed.ended;
  expect(viewed.controls).not.toContain('command-exec-success');
  expect(membersOf({ mark: run!.output }, false)).toEqual([]);
  const next = await place.start([quick(), tries()]);
  expect(await runOf(next, token, 'stop-1')).toMatchObject({ status: 5, outcome: 'interrupted' });
  const again = await runToEnd(next, 'try.forking', 'stop-1', { token, query });
  expect(again.controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
  expect(again.lines).toContain('Interrupted: the server was stopped.');
});

testPlugin(
  'a run whose server is gone is noted as interrupted, with all that it was',
  [quick(), tries()],
  async (server) => {
    const token = await server.signIn();
    const gone = {
      uuid: 'gone-1',
      command: 'try.say',
      params: { word: 'hi' },
      admin_id: 1,
      output: 'none',
      instance: 'x',
    };
    await server.app.gate.rows('terminal_run').add(gone);
    expect(await runOf(server, token, 'gone-1')).toMatchObject({ status: 5, outcome: 'interrupted' });
    const noted = async () => (await server.app.gate.rows('security_log').list({ kind: 'plugin' })).at(-1)?.detail;
    const detail = { uuid: 'gone-1', admin: 1, params: { word: 'hi' }, outcome: 'interrupted', exitCode: null };
    await expect.poll(noted).toEqual(detail);
  },
);

testPlugin('a run that cannot be noted keeps no other waiting, nor the start', [quick()], async (server, place) => {
  const lost = { command: 'try.say', params: {}, admin_id: 1, output: 'none', instance: 'x' };
  for (const uuid of ['stuck-1', 'gone-2']) await server.app.gate.rows('terminal_run').add({ ...lost, uuid });
  const refusing =
    server.app.database.dialect === 'postgres'
      ? [
          `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`,
          `CREATE TRIGGER refuse BEFORE UPDATE ON terminal_run FOR EACH ROW WHEN (NEW.uuid = 'stuck-1') EXECUTE FUNCTION refuse()`,
        ]
      : [
          `CREATE TRIGGER refuse BEFORE UPDATE ON terminal_run WHEN NEW.uuid = 'stuck-1' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
        ];
  for (const each of refusing) await server.app.database.write(({ db }) => sql.raw(each).execute(db));
  await server.close();
  const next = await place.start([quick()]);
  const outcomes = await next.app.gate.rows('terminal_run').list({}, { sort: 'uuid' });
  expect(outcomes).toMatchObject([
    { uuid: 'gone-2', outcome: 'interrupted' },
    { uuid: 'stuck-1', outcome: 'running' },
  ]);
  expect(next.logged.join('')).toContain('run 1: ');
});

// SQLite has one server.
testPlugin.onPostgres('a run that ends while it is looked after stays as it has ended', [quick()], async (server) => {
  const { database, gate: tables } = server.app;
  const token = await server.signIn();
  const names = { uuid: 'late-1', command: 'try.hello', output: 'of another server', instance: 'another' };
  const { id } = await tables.rows('terminal_run').add({ ...names, admin_id: 1, outcome: 'running' });
  let seen: ReturnType<typeof runOf> | undefined;
  await database.write(async ({ db, touch }) => {
    await sql`SELECT 1 FROM terminal_run WHERE id = ${id} FOR UPDATE`.execute(db);
    seen ??= runOf(server, token, 'late-1');
    await expect.poll(() => waitingTransactions(database)).toBe(1);
    await sql`UPDATE terminal_run SET outcome = 'success', exit_code = 0 WHERE id = ${id}`.execute(db);
    touch('terminal_run');
  });
  expect(await seen).toMatchObject({ outcome: 'success' });
  expect(await tables.rows('terminal_run').get(id)).toMatchObject({ outcome: 'success', exit_code: 0 });
});
