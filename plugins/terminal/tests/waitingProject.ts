import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from '#test';

const code = "console.log('waits as ' + process.env.TERMINAL_RUN); setInterval(() => {}, 1000)";
const command = {
  name: 'wait',
  label: 'Wait for ever',
  argv: ['node', '-e', code],
  timeLimit: 3600,
  node: 'terminal/run/use',
  blocks: false,
};

/** A copy of the product whose command `wait` ends only when it is ended, and says by which mark its processes are known. */
export function waitingProject(place: string): string {
  const project = copyProject(place, ['terminal']);
  mkdirSync(join(project, 'plugins/waiting'));
  const plugin = `export default { name: 'waiting', commands: [${JSON.stringify(command)}] };\n`;
  writeFileSync(join(project, 'plugins/waiting/server.ts'), plugin);
  return project;
}
