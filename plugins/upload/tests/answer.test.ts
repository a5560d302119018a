import { expect } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';

testPlugin('an upload is answered with code, msg, time and both addresses', [upload()], async (server) => {
  const body = new FormData();
  body.set('file', new File(['hello'], 'a.txt', { type: 'text/plain' }));
  const headers = { batoken: await server.signIn() };
  const answer = await fetch(`${server.address}/api/admin/ajax/upload`, { method: 'POST', body, headers });
  expect(await answer.json()).toEqual({
    code: 1,
    msg: expect.any(String) as string,
    time: expect.any(Number) as number,
    data: {
      file: expect.objectContaining({
        url: expect.stringMatching(/^\/storage\//) as string,
        full_url: expect.stringMatching(/\/storage\//) as string,
      }) as object,
    },
  });
});
