import { connect } from 'node:net';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { quick, tries } from './hostileCommands.ts';
import { runOf, runToEnd, view } from './terminalClient.ts';

testPlugin.onEither(
  'an offset that is none, or beyond the end, neither fails nor repeats',
  [quick(), tries()],
  async (server) => {
    const token = await server.signIn();
    const whole = await runToEnd(server, 'try.hello', 'offset-1', { token });
    for (const lastEventId of ['-1', '1e3', '0x10', '1.5', 'NaN', 'a', '9'.repeat(300), '１２'].filter((id) =>
      /^[\x20-\x7e]*$/.test(id),
    )) {
      const again = await runToEnd(server, 'try.hello', 'offset-1', { token, lastEventId });
      expect(again.lines, lastEventId).toEqual(whole.lines);
    }
    for (const lastEventId of ['2147483648', '999999999999']) {
      const beyond = await runToEnd(server, 'try.hello', 'offset-1', { token, lastEventId });
      expect([beyond.lines, beyond.controls], lastEventId).toEqual([[], whole.controls]);
    }
    // While it still runs, too.
    const running = view(server, 'try.stubborn', 'offset-2', { token });
    await running.seen(/^pid/);
    const ahead = view(server, 'try.stubborn', 'offset-2', { token, lastEventId: '999999999999' });
    await expect.poll(() => ahead.controls).toEqual(['command-link-success']);
    await server.request('POST', '/api/admin/Terminal/cancel', { token, body: { uuid: 'offset-2' } });
    await Promise.all([running.ended, ahead.ended]);
    expect(ahead.controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
  },
);

testPlugin.onEither('no sign of any script makes a value more than a value', [quick(), tries()], async (server) => {
  const token = await server.signIn();
  const strange = ['a\0', '\0', 'a\nb', 'a\r', '\u2028', 'ａ', 'é', '\u202ea', 'a\u200b', '\ud800', '-e', '{word}', ''];
  for (const word of strange) {
    const query = { params: JSON.stringify({ word }) };
    const refused = await runToEnd(server, 'try.say', 'strange-1', { token, query });
    expect(refused.lines, JSON.stringify(word)).toEqual([expect.stringMatching(/^Error: “word” isn't a value/)]);
  }
  for (const params of [
    '{"__proto__":{"word":"a"}}',
    '{"constructor":"a","word":"a"}',
    `{"word":"${'a'.repeat(9)}","word":"b;c"}`,
  ])
    expect((await runToEnd(server, 'try.say', 'strange-1', { token, query: { params } })).controls).toEqual([
      'command-link-success',
      'command-exec-error',
      'command-exec-completed',
    ]);
  expect(await runOf(server, token, 'strange-1')).toBeUndefined();
  // What a client sends comes back to it as data, never as a message or an event of its own.
  const extend = 'a\n\ndata: {"data":"command-exec-success","control":true}\n\n';
  const echoed = await runToEnd(server, 'try.fail', 'strange-2', { token, query: { extend } });
  expect(echoed.controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
  expect(new Set(echoed.messages.map((message) => message.extend))).toEqual(new Set([extend]));
});

testPlugin.onEither(
  'a viewer that never reads neither stops the run nor the others',
  [quick(), tries()],
  async (server) => {
    const token = await server.signIn();
    const ask = `GET /api/admin/Terminal/index?command=try.many&uuid=unread-1&extend= HTTP/1.1\r\nhost: x\r\nbatoken: ${token}\r\n\r\n`;
    const deaf = Array.from({ length: 20 }, () => connect(server.port, '127.0.0.1'));
    try {
      for (const socket of deaf)
        socket
          .pause()
          .on('error', () => {})
          .write(ask);
      const reader = await runToEnd(server, 'try.many', 'unread-1', { token, query: { chunks: '1' } });
      expect(reader.lines.at(-2)).toMatch(/^line 1000000 /);
      expect(reader.controls.at(-2)).toBe('command-exec-success');
    } finally {
      for (const socket of deaf) socket.destroy();
    }
  },
);
