import { expect } from 'vitest';
import { pluginNamed, testPlugin, type TestServer } from '#test';
import { member } from '../server.ts';
import { openCentre, Person } from './people.ts';

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGMQMgkDAAD4AJ3MaiF4AAAAAElFTkSuQmCC',
  'base64',
);

/** Uploads a picture of somebody's as whoever has the token; its address. */
async function picture(
  server: TestServer,
  whose: string,
  headers: Readonly<Record<string, string>>,
  url = '/api/ajax/upload',
): Promise<string> {
  const body = new FormData();
  // Each another one: the same bytes would be the same file.
  body.set('file', new File([png, whose], 'face.png', { type: 'image/png' }));
  const answer = await fetch(`${server.address}${url}`, { method: 'POST', body, headers });
  return ((await answer.json()) as { data: { file: { url: string } } }).data.file.url;
}

const upload = await pluginNamed('upload');
// Without the folder of uploads there is nothing to be told apart.
if (upload)
  testPlugin(
    'a member’s avatar is a picture that they have uploaded themselves',
    [member(), upload],
    async (server) => {
      await openCentre(server);
      const [ann, bob] = [new Person(server, '203.0.113.1'), new Person(server, '203.0.113.2')];
      await ann.register('ann');
      await bob.register('bob');
      const tokenOf = ({ token }: Person) => ({ 'ba-user-token': token! });
      const [own, ofBob, ofAdmin] = [
        await picture(server, 'ann', tokenOf(ann)),
        await picture(server, 'bob', tokenOf(bob)),
        await picture(server, 'admin', { batoken: await server.signIn() }, '/api/admin/ajax/upload'),
      ];
      for (const avatar of [ofBob, ofAdmin, '/files/a.png', 'https://elsewhere.example/a.png', `${own}?`])
        expect((await ann.post('/account/profile', { avatar })).data.errors, avatar).toHaveProperty('avatar');
      const avatarOf = async () => (await server.app.gate.rows('user').list({ username: 'ann' }))[0]!.avatar;
      expect(await avatarOf()).toBeNull();
      expect((await ann.post('/account/profile', { avatar: own })).code).toBe(1);
      expect(await avatarOf()).toBe(own);
      // One that is there already, such as by an administrator, is sent back with the rest of the form.
      await server.app.gate.rows('user').edit(1, { avatar: ofAdmin });
      expect((await ann.post('/account/profile', { avatar: ofAdmin, motto: 'Hello' })).code).toBe(1);
      expect((await ann.post('/account/profile', { avatar: '' })).code).toBe(1);
      expect(await avatarOf()).toBeNull();
    },
  );
