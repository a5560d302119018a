import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Problem } from '#resource';
import { readConfig } from '../src/server/config/readConfig.ts';
import { drop } from './db/drop.ts';
import { terminalTexts } from './say.ts';

// `npm run db:drop <table> …`: removes tables that no file declares any more, with their rows, after showing them and asking;
// `<table>.<column>` is a column that a plugin has left behind.
// `--yes` does not ask. Ends with 1 when nothing was removed.
const root = join(import.meta.dirname, '..');
const say = terminalTexts(root);
const names = process.argv.slice(2).filter((each) => each !== '--yes');
const isSure = process.argv.includes('--yes');
const tell = (lines: string): void => void process.stdout.write(lines);
try {
  const isDone = await drop({ root, config: readConfig(process.env, root), names, isSure, say, tell, ask });
  process.exitCode = isDone ? 0 : 1;
} catch (error) {
  tell(`${error instanceof Problem ? say(error.key, { ...error.params }) : (error as Error).message}\n`);
  process.exitCode = 1;
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await Promise.race([
    lines.question(question),
    new Promise<string>((resolve) => lines.once('close', () => resolve(''))),
  ]);
  lines.close();
  return answer;
}
