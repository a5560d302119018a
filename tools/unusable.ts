import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file that could not be used, and the tables that its text names. */
export interface Unusable {
  readonly fault: string;
  readonly tables: readonly string[];
}

/** What stands in files that could not be loaded; a plugin's tables may stand anywhere in its folder. */
export function unusable(root: string, faults: readonly string[]): Unusable[] {
  return faults.map((fault) => {
    const file = /^[^:]+/.exec(fault)![0];
    const files = file.startsWith('plugins')
      ? globSync(`${dirname(file)}/**/*.ts`, { cwd: root, exclude: ['**/node_modules'] })
      : [file];
    const text = files
      .filter((each) => existsSync(join(root, each)))
      .map((each) => readFileSync(join(root, each), 'utf8'))
      .join('\n');
    return { fault, tables: [...text.matchAll(/\btable\(\s*['"`](\w+)/g)].map((match) => match[1]!) };
  });
}
