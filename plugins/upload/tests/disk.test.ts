import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';

testPlugin(
  'a folder that is gone is made again; one that cannot be written is told, and the service goes on',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const folder = join(server.dataDir, 'files', 'upload');
    const first = await send(server, { bytes: 'first', token });
    rmSync(folder, { recursive: true });
    expect((await fetch(`${server.address}${first.file.url}`)).status).toBe(404);
    // The same again: the row is there, its file is stored anew.
    const again = await send(server, { bytes: 'first', token });
    expect(again.file.id).toBe(first.file.id);
    expect(await (await fetch(`${server.address}${first.file.url}`)).text()).toBe('first');
    rmSync(folder, { recursive: true });
    // Root writes where others may not: a file in the folder's place stops everybody.
    writeFileSync(folder, 'in the way');
    const failed = await send(server, { bytes: 'second', token });
    expect(failed.code).toBe(0);
    expect(failed.msg).not.toMatch(/files|ENOTDIR|EEXIST/);
    expect(await server.app.gate.rows('attachment').count()).toBe(1);
    expect((await fetch(`${server.address}${first.file.url}`)).status).toBe(404);
    rmSync(folder);
    mkdirSync(folder);
    chmodSync(folder, 0o700);
    expect((await send(server, { bytes: 'second', token })).code).toBe(1);
  },
);
