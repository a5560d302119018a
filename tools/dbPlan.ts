import { join } from 'node:path';
import { Problem } from '#resource';
import { readConfig } from '../src/server/config/readConfig.ts';
import { terminalLanguage } from '../src/server/shared/messages.ts';
import { plan } from './db/plan.ts';
import { terminalTexts } from './say.ts';

// `npm run db:plan`: what the next start would do to the database. Changes nothing; ends with 1 when it would be refused, or
// when a file cannot be used.
const root = join(import.meta.dirname, '..');
const say = terminalTexts(root);
try {
  const { text, isSound } = await plan(root, readConfig(process.env, root), say, terminalLanguage(process.env));
  process.stdout.write(text);
  process.exitCode = isSound ? 0 : 1;
} catch (error) {
  const { message } = error as Error;
  process.stderr.write(`${error instanceof Problem ? say(error.key, { ...error.params }) : message}\n`);
  process.exitCode = 1;
}
