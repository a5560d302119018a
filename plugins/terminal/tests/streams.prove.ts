import { expect } from 'vitest';
import { testPlugin } from '#test';
import { terminal } from '../server.ts';
import { tries } from './hostileCommands.ts';
import { secret } from './people.ts';
import { runOf, runToEnd, view } from './terminalClient.ts';

const [people, each] = [10, 100];

testPlugin('a thousand streams of one run, and one more of nobody', [terminal(), tries()], async (server) => {
  const names = Array.from({ length: people }, (_, at) => `viewer${at}`);
  for (const username of names)
    await server.app.gate.rows('admin').add({ username, nickname: username, password: secret, group_ids: [1] });
  const tokens: string[] = [];
  for (const name of names) tokens.push(await server.signIn(name, secret));
  const began = process.memoryUsage().rss;
  const viewers = tokens.flatMap((token) =>
    Array.from({ length: each }, () => view(server, 'try.stubborn', 'thousand-1', { token })),
  );
  const open = new Set(viewers);
  for (const one of viewers) void one.ended.then(() => open.delete(one));
  await Promise.all(viewers.map((one) => one.seen(/^pid/)));
  expect(open.size).toBe(people * each);
  // The hundred and first of each is refused; the run is one, and other calls are answered meanwhile.
  const over = await Promise.all(tokens.map((token) => runToEnd(server, 'try.stubborn', 'thousand-1', { token })));
  expect(over.every(({ messages }) => messages.length === 0)).toBe(true);
  expect(open.size).toBe(people * each);
  expect(await server.app.gate.rows('terminal_run').list()).toHaveLength(1);
  const asked = performance.now();
  expect(await runOf(server, tokens[0]!, 'thousand-1')).toMatchObject({ outcome: null });
  const answered = Math.round(performance.now() - asked);
  const megabytes = Math.round((process.memoryUsage().rss - began) / 1_048_576);
  process.stdout.write(
    `1,000 streams, both ends in one process: +${megabytes} MB; a call beside them: ${answered} ms\n`,
  );
  await server.request('POST', '/api/admin/Terminal/cancel', { token: tokens[0]!, body: { uuid: 'thousand-1' } });
  await Promise.all(viewers.map((one) => one.ended));
  for (const { controls, lines } of viewers) {
    expect(controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
    expect(lines).toContain('Cancelled.');
  }
});
