import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readText } from '../server/readTexts.ts';

/** What the programs of this folder share: they run as processes of their own, without the server's modules. */
const language = /^en/i.test(process.env['LC_ALL'] || process.env['LANG'] || '') ? 'en' : 'zh-cn';

export const projectFolder = resolve(import.meta.dirname, '../../..');
export const dataFolder = resolve(projectFolder, process.env['DATA_DIR']?.trim() || 'data');
/** Where backups are: in the storage of the plugin. */
export const backupFolder = resolve(dataFolder, 'files/terminal/backups');

/** Where the next start looks for a database that was restored, and what is known of it. */
const readyFolder = join(dataFolder, 'restore');
export const readyFiles = { database: join(readyFolder, 'data.sqlite'), note: join(readyFolder, 'ready.json') };
/** What whoever restores holds meanwhile. */
export const restoreLock = join(dataFolder, 'restore.lock');

export const say = (key: string, params?: Readonly<Record<string, unknown>>): string => readText(language, key, params);
export const tell = (key: string, params?: Readonly<Record<string, unknown>>): void =>
  void process.stdout.write(`${say(key, params)}\n`);

/** A sentence for whoever has run it, who can do something about it. */
export class Refusal extends Error {}
export const refusal = (key: string, params?: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal(say(key, params));

/** Runs it; what is thrown is a line, and the exit code 1. */
export async function main(work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

/** Throws for tables without which it is no database of this product. */
export function assertOurs(tables: ReadonlySet<string>): void {
  if (!['admin', 'admin_group', 'admin_rule'].every((name) => tables.has(name)))
    throw refusal('terminalServer:backup.foreign');
}

/** Milliseconds after which nobody writes a file any more: no command takes as long. */
const longest = 86_400_000;

/** Removes the unfinished files of those that were killed. */
export function clearParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const { mtimeMs = Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (/\.part(?:$|-)/.test(name) && mtimeMs < Date.now() - longest) rmSync(file, { force: true });
  }
}

/** `20260730-101500`, by the clock of UTC. */
export const moment = (): string => new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);

/** Bytes as `sizeText` of `#resource` writes them, which only the server knows. */
export function sizeText(bytes: number): string {
  const units = ['b', 'kb', 'mb', 'gb', 'tb'];
  const at = units.findLastIndex((_, power) => power === 0 || Number((bytes / 1024 ** (power - 1)).toFixed(2)) >= 1024);
  return `${(bytes / 1024 ** at).toFixed(2)} ${units[at]}`;
}
