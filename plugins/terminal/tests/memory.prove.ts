import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { copyProject, leanEnvironment, leanFlags, runProgram } from '#test';
import type { TerminalMessage } from '../shared/protocol.ts';

const password = 'Memory-1234';
const lines = 1_000_000;
const [viewers, floods, most] = [50, 5, 50];
const folder = mkdtempSync(join(tmpdir(), 'terminal-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a run to its end; how many lines it had. */
const read = (address: string, token: string, uuid: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = `${address}/api/admin/Terminal/index?command=lines&uuid=${uuid}&extend=&chunks=1&partial=1`;
    get(url, { headers: { batoken: token }, agent: false }, (answer) => {
      let [count, rest] = [0, ''];
      answer.setEncoding('utf8').on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          const { data, control, partial } = JSON.parse(
            /^data: (.*)$/m.exec(block)?.[1] ?? '{}',
          ) as Partial<TerminalMessage>;
          if (data !== undefined && !control && !partial) count += data.split('\n').length;
        }
      });
      answer.once('end', () => resolve(count)).once('error', reject);
    }).once('error', reject);
  });

it.skipIf(process.platform !== 'linux')(
  'fifty viewers of a million lines, again and again, cost the server little memory',
  async () => {
    const project = copyProject(join(folder, 'project'), ['terminal']);
    mkdirSync(join(project, 'plugins/lines'));
    const command = { name: 'lines', label: 'Lines', argv: ['seq', '1', String(lines)], node: 'terminal/run/use' };
    const plugin = `export default { name: 'lines', commands: [${JSON.stringify(command)}] };\n`;
    writeFileSync(join(project, 'plugins/lines/server.ts'), plugin);
    const environment = { ...leanEnvironment, NODE_OPTIONS: leanFlags.join(' '), ADMIN_PASSWORD: password };
    const { child, address: starting, ended } = runProgram({ ...environment, DATA_DIR: join(folder, 'data') }, project);
    // Bytes of its own: pages of the database that the system shares with it are not.
    const resident = (): number =>
      Math.round(Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024);
    try {
      const address = await starting;
      const answer = await fetch(`${address}/api/admin/Index/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
      });
      const { token } = ((await answer.json()) as { data: { userInfo: { token: string } } }).data.userInfo;
      await read(address, token, 'warm');
      await wait(3000);
      const idle = resident();
      let peak = idle;
      const looking = setInterval(() => (peak = Math.max(peak, resident())), 50);
      for (let flood = 1; flood <= floods; flood += 1) {
        const runs = Array.from({ length: viewers }, () => read(address, token, `many-${flood}`));
        // The command line, the lines, and the exit code.
        expect(new Set(await Promise.all(runs))).toEqual(new Set([lines + 2]));
        process.stdout.write(`${viewers} viewers, flood ${flood}: ${idle} MB idle, ${peak} MB at most so far\n`);
        // V8 is in no hurry to collect what several of them have left.
        if (flood === 1) expect(peak - idle).toBeLessThanOrEqual(most);
      }
      clearInterval(looking);
      await expect.poll(() => resident() - idle, { timeout: 60_000, interval: 500 }).toBeLessThanOrEqual(most / 2);
      process.stdout.write(`${resident()} MB when it has rested\n`);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  },
);
