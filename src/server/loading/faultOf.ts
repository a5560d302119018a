import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { builtInKinds, lineOf, mistakesIn, suggestion } from '#resource';

/** All that went wrong in a file of a resource or a plugin, each behind its place: `plugins/shop/tables.ts:7: …`. */
export const faultsOf = (root: string, file: string, error: unknown): string[] =>
  mistakesIn(error).map((each) => faultOf(root, file, each));

function faultOf(root: string, file: string, error: Error): string {
  const { message, stack = '' } = error;
  const { near } = error as { near?: string[] };
  const spoken = near ? file : spokenOf(file, message);
  const line = lineOf(message, readFileSync(spoken, 'utf8'), near) ?? lineInStack(file, stack);
  const place = `${relative(root, spoken)}${line === undefined ? '' : `:${line}`}`;
  return `${place}: ${missingPackage(root, file, message) ?? `${message.split('\n')[0]}${kindMeant(message)}`}`;
}

/** Of the files of a plugin the one that has most of the words which the message quotes; what it suggests is in none. */
function spokenOf(file: string, message: string): string {
  if (basename(file) !== 'server.ts') return file;
  const [said = ''] = message.split('Did you mean');
  const words = [...said.matchAll(/"([^"]+)"|'([^']+)'/g)].map((match) => (match[1] ?? match[2])!);
  const found = globSync(['*.ts', '{tables,resources,server}/**/*.ts'], { cwd: dirname(file) });
  const files = [file, ...found.map((name) => join(dirname(file), name)).filter((each) => each !== file)];
  const known = files.map((each) => {
    const source = readFileSync(each, 'utf8');
    return { each, count: words.filter((word) => source.includes(word)).length };
  });
  return known.reduce((best, one) => (one.count > best.count ? one : best)).each;
}

/** What to do about a package that is not installed. */
function missingPackage(root: string, file: string, message: string): string | undefined {
  const name = /^Cannot find package '([^']+)'/.exec(message)?.[1];
  if (name === undefined) return undefined;
  const folder = relative(root, dirname(file));
  const place = folder.startsWith('plugins') ? `${folder}/package.json` : 'package.json';
  return `there is no package "${name}". Name it in "dependencies" of ${place} and run "npm install".`;
}

/** What to write instead of a kind of field that does not exist. */
function kindMeant(message: string): string {
  const kind = /^(?:\w+\.)?f\.(\w+) is not a function/.exec(message)?.[1];
  return kind === undefined ? '' : `. ${suggestion(kind, builtInKinds.keys())}`;
}

/** Node names the place of a syntax error, and of one thrown while the file runs, in the stack. */
function lineInStack(file: string, stack: string): number | undefined {
  const at = stack.indexOf(file);
  const found = at < 0 ? undefined : /^:(\d+)/.exec(stack.slice(at + file.length));
  return found ? Number(found[1]) : undefined;
}
