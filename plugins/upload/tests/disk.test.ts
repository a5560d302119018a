import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { filesOf } from './files.ts';
import { send } from './send.ts';

testPlugin.onEither(
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

/** Puts a file system of so many bytes at the folder; false where that is not allowed. */
function mount(folder: string, ...options: readonly string[]): boolean {
  mkdirSync(folder, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(), 'tmpfs', folder], { stdio: 'ignore' }).status === 0;
}

testPlugin.onEither(
  'a disk that is full or may only be read is told at the file, and leaves nothing half stored',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const folder = join(server.dataDir, 'files', 'upload');
    const message = "Files can't be saved at the moment";
    const left = async (): Promise<[number, number]> => [
      filesOf(server).length,
      await server.app.gate.rows('attachment').count(),
    ];
    // Whoever is not root cannot mount anything: `killed.test.ts` has the limit that everybody may set.
    if (!mount(folder, 'size=6m')) return;
    try {
      expect((await send(server, { bytes: 'first', token })).code).toBe(1);
      // Full at two thirds of the file, for each of those who send at once.
      const large = { bytes: 'x'.repeat(9_000_000), token };
      const failed = await Promise.all([send(server, large), send(server, { ...large, name: 'b.txt' })]);
      for (const { code, msg } of failed) expect([code, msg]).toEqual([0, expect.stringContaining(message)]);
      expect(await left()).toEqual([1, 1]);
      // There is room for what fits.
      expect((await send(server, { bytes: 'y'.repeat(4_000_000), token })).code).toBe(1);
      expect(await left()).toEqual([2, 2]);
      expect(mount(folder, 'remount', 'ro')).toBe(true);
      expect((await send(server, { bytes: 'third', token })).msg).toContain(message);
      expect(await left()).toEqual([2, 2]);
      expect(mount(folder, 'remount', 'rw')).toBe(true);
      expect((await send(server, { bytes: 'third', token })).code).toBe(1);
    } finally {
      spawnSync('umount', [folder]);
    }
  },
);
