import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { registerHeaderEntry } from '#web';
import { answer, open } from '#component';
import TerminalPanel from '../web/panel/TerminalPanel.tsx';
import { terminal } from '../web/queue/store.ts';

// Nobody may use a terminal that the server behind components does not have: the panel is drawn by itself.
registerHeaderEntry('terminal', TerminalPanel);

beforeEach(() => terminal.setState({ isManagerMissing: false, showPackageManagerDialog: false }));

const said = (data: object) => ({ body: { code: 1, msg: '', time: 0, data } });
const managers = (pnpm: string | null) => [
  { name: 'npm', version: '11.0.0' },
  { name: 'pnpm', version: pnpm },
  { name: 'yarn', version: null },
];
async function show(language: 'en' | 'zh-cn', pnpm: string | null, ready: object | null = null): Promise<void> {
  const port = Number(location.port);
  await answer('/api/admin/Terminal/commands', said({ commands: [], ready }));
  await answer('/api/admin/Terminal/config', said({ manager: 'pnpm', port, managers: managers(pnpm) }));
  await open('/admin/library/shelf', { language });
  await expect
    .element(page.getByRole('toolbar', { name: language === 'en' ? 'Terminal tools' : '终端工具' }))
    .toBeVisible();
}

it.each([
  ['en', /^pnpm isn’t installed on this server/, 'Choose a package manager', 'Package manager'],
  ['zh-cn', /^服务器上未安装 pnpm/, '选择包管理器', '包管理器'],
] as const)('says what to do where the package manager is missing (%s)', async (language, told, choose, title) => {
  await show(language, null);
  await expect.element(page.getByText(told)).toBeVisible();
  await page.getByRole('button', { name: choose }).click();
  await expect.element(page.getByRole('dialog', { name: title }).getByText('11.0.0')).toBeVisible();
});

it('says nothing where it is there, and React has nothing to warn of', async () => {
  const warned = vi.spyOn(console, 'error');
  await show('en', '10.0.0');
  expect(page.getByText(/isn’t installed/).elements()).toEqual([]);
  expect(warned.mock.calls.filter(([text]) => String(text).includes('useForm'))).toEqual([]);
  warned.mockRestore();
});

it.each([
  [
    'en',
    /^A restored database \(a\.db\), prepared on 2026-0\d-\d\d [\d:]+, takes the place of the present one/,
    'Discard',
  ],
  ['zh-cn', /^恢复的数据库（a\.db）准备于 2026-0\d-\d\d [\d:]+/, '放弃恢复'],
] as const)(
  'tells of a restored database that the next start takes, and discards it (%s)',
  async (language, told, discard) => {
    await show(language, '10.0.0', { file: 'a.db', time: Date.UTC(2026, 0, 2) / 1000 });
    await expect.element(page.getByText(told)).toBeVisible();
    await page.getByRole('button', { name: discard, exact: true }).click();
    expect(terminal.getState().taskList).toMatchObject([{ command: 'discard-restore', blockOnFailure: false }]);
    terminal.setState({ taskList: [] });
  },
);
