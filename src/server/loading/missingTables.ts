import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where a table is missing because its own file cannot be used, which is said as well, the file is named in place of all the
 * tables that there are.
 */
export function namingFiles(root: string, faults: readonly string[]): string[] {
  const files = new Set(faults.flatMap((fault) => /^[^:]+\.ts(?=:)/.exec(fault)?.[0] ?? []));
  const texts = [...files].map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  return faults.map((fault) => {
    const [, said = '', table = ''] = /^(.*there is no table "([\w]+)"\.)/s.exec(fault) ?? [];
    const declares = new RegExp(`\\btable\\(\\s*['"\`]${table}['"\`]`);
    const [file] = (table === '' ? undefined : texts.find(([, text]) => declares.test(text))) ?? [];
    return file === undefined || fault.startsWith(`${file}:`)
      ? fault
      : `${said} It is declared in ${file}, which cannot be used.`;
  });
}
