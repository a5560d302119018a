import { expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { password, startServer } from '../support/server.ts';

eachDatabase((_name, _open, place) => {
  it('answers who signs in with all that is stored of an administrator', async () => {
    const server = await startServer(await place());
    try {
      const body = { username: 'admin', password, keep: true };
      const { json } = await server.request('POST', '/api/admin/Index/login', { body });
      const text = expect.any(String) as string;
      expect(json.data['userInfo']).toMatchObject({
        id: 1,
        username: 'admin',
        nickname: 'Admin',
        avatar: text,
        lastlogintime: text,
        position: '',
        column: [],
        token: expect.stringMatching(/./) as string,
        refreshToken: expect.stringMatching(/./) as string,
        super: true,
      });
      // Somebody’s picture, position and columns are kept, changed and answered like the rest.
      const token = await server.signIn();
      const own = { avatar: 'https://example.com/me.png', position: 'Editor in chief', column: ['News', 'Sports'] };
      const edited = await server.request('POST', '/api/admin/auth.admin/edit', { token, body: { id: 1, ...own } });
      expect(edited.json).toMatchObject({ code: 1, data: { row: own } });
      const again = await server.request('POST', '/api/admin/Index/login', { body });
      expect(again.json.data['userInfo']).toMatchObject({
        ...own,
        lastlogintime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      });
      const start = await server.request('GET', '/api/admin/Index/index', { token });
      expect(start.json.data).toMatchObject({ adminInfo: own });
    } finally {
      await server.close();
    }
  });
});
