import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { registerHeaderEntry } from '#web';
import { answer, focus, heard, open } from '#component';
import TerminalPanel from '../web/panel/TerminalPanel.tsx';
import type { RunAnswer } from '../shared/protocol.ts';
import { terminal } from '../web/queue/store.ts';

// Nobody may use a terminal that the server behind components does not have: the panel is drawn by itself.
let isHere = true;
registerHeaderEntry('terminal', () => isHere && <TerminalPanel />);
afterAll(() => void (isHere = false));

beforeEach(() => terminal.setState({ isManagerMissing: false, showPackageManagerDialog: false, taskList: [] }));

const control = (data: string) => ({ data, uuid: '', extend: '', key: '', control: true });
/** Whatever runs succeeds. */
const success = ['command-link-success', 'command-exec-success', 'command-exec-completed'].map(control);
const said = (data: object) => ({ body: { code: 1, msg: '', time: 0, data } });
const managers = (pnpm: string | null) => [
  { name: 'npm', version: '11.0.0' },
  { name: 'pnpm', version: pnpm },
  { name: 'yarn', version: null },
];
async function show(
  language: 'en' | 'zh-cn',
  pnpm: string | null,
  known: readonly object[] = [],
  ready: object | null = null,
): Promise<void> {
  const port = Number(location.port);
  await answer('/api/admin/Terminal/commands', said({ commands: known, ready }));
  await answer('/api/admin/Terminal/runs', said({ runs: [] }));
  await answer('/api/admin/Terminal/index?*', { events: success });
  await answer('/api/admin/Terminal/config', said({ manager: 'pnpm', port, managers: managers(pnpm) }));
  await open('/admin/library/shelf', { language });
  await expect
    .element(page.getByRole('toolbar', { name: language === 'en' ? 'Terminal tools' : '终端工具' }))
    .toBeVisible();
}

it.each([
  ['en', /^pnpm isn't installed on this server/, 'Choose a package manager', 'Package manager'],
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
  expect(page.getByText(/isn't installed/).elements()).toEqual([]);
  expect(warned.mock.calls.filter(([text]) => String(text).includes('useForm'))).toEqual([]);
  warned.mockRestore();
});

it.each([
  ['cancelled', null, 'Cancelled'],
  ['timeout', null, 'Time limit reached'],
  ['failed', 2, 'Failed Exit code 2'],
] as const)('says one thing of a run that is %s', async (outcome, exitCode, told) => {
  await show('en', '10.0.0');
  const uuid = `ended-${outcome}`;
  terminal.setState({
    taskList: [
      {
        uuid,
        createtime: '',
        status: 4,
        command: 'odd.wait',
        message: [],
        showMessage: false,
        blockOnFailure: false,
        extend: '',
      },
    ],
    runs: { [uuid]: { uuid, status: 4, outcome, exitCode } as RunAnswer },
  });
  const state = page.getByRole('listitem', { name: 'odd.wait' }).getByRole('status');
  await expect.poll(() => state.element().textContent).toBe(told);
});

const param = (name: string, pattern: string, more: object = {}) => ({
  name,
  label: name,
  pattern,
  flags: '',
  required: true,
  ...more,
});
const command = (name: string, params: readonly object[] = []) => ({
  name,
  group: name.split('.')[0],
  label: name,
  description: '',
  params,
  dangerous: false,
  development: false,
  blockOnFailure: false,
  available: true,
  why: '',
});
async function choose(name: string): Promise<void> {
  await page.getByRole('button', { name: /Run a command|运行命令/ }).click();
  // By keys: a message that the file before has left may lie over what the pointer would take.
  await focus(page.getByRole('menuitem', { name }));
  await userEvent.keyboard('{Enter}');
}
const added = () => terminal.getState().taskList.map((each) => each.command);

it('asks for parameters as keys are used to it, by patterns as they are declared', async () => {
  await commands.setMotion();
  const options = Array.from({ length: 30 }, (_, at) => `Tide ${at}`);
  const params = [param('place', String.raw`[\w\-\_.]+`), param('tide', '[a-z]+ ?[0-9]*', { flags: 'i', options })];
  await show('en', '10.0.0', [command('odd.tide', params)]);
  // What has the focus as soon as something of the dialog has it, while it still moves.
  const focused = new Promise<string>((resolve) => {
    const look = ({ target }: FocusEvent): void => {
      if (!(target as Element).closest('.ant-modal')) return;
      document.removeEventListener('focusin', look);
      setTimeout(() => resolve(document.activeElement!.id));
    };
    document.addEventListener('focusin', look);
  });
  await choose('odd.tide');
  const dialog = page.getByRole('dialog', { name: 'odd.tide' });
  expect(await focused).toBe('place');
  await userEvent.keyboard('left-hand_1.x');
  await dialog.getByLabelText('tide').click();
  await userEvent.keyboard('TIDE');
  await expect.element(page.getByText('Tide 1', { exact: true })).toBeVisible();
  const box = (element: Element): DOMRect => element.getBoundingClientRect();
  const run = box(dialog.getByRole('button', { name: 'Run', exact: true }).element());
  const list = () => box(document.querySelector('.ant-select-dropdown')!);
  await expect.poll(() => list().height).toBeGreaterThan(100);
  await expect.poll(() => list().bottom <= run.top || list().top >= run.bottom).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.poll(added).toEqual(['odd.tide?place=left-hand_1.x&tide=TIDE']);
  await expect.poll(() => dialog.elements()).toEqual([]);
});

it.each([
  ['en', 'The build is ready', /next start/],
  ['zh-cn', '构建完成', /下次启动/],
] as const)('says when what was built is used (%s)', async (language, title, when) => {
  await show(language, '10.0.0', [command('web-build.pnpm')]);
  await choose('web-build.pnpm');
  const told = page.getByRole('dialog', { name: title });
  await expect.element(told.getByText(when)).toBeVisible();
  expect(told.getByRole('button').elements()).toHaveLength(1);
  await told.getByRole('button').click();
  await expect.poll(() => told.elements()).toEqual([]);
});

it.each([
  [
    'en',
    /^A restored database \(a\.db\) was prepared on 2026-0\d-\d\d [\d:]+\. It replaces the present one/,
    'Discard',
  ],
  ['zh-cn', /^恢复的数据库（a\.db）准备于 2026-0\d-\d\d [\d:]+/, '放弃恢复'],
] as const)(
  'tells of a restored database that the next start takes, and discards it (%s)',
  async (language, told, discard) => {
    await show(language, '10.0.0', [], { file: 'a.db', time: Date.UTC(2026, 0, 2) / 1000 });
    await expect.element(page.getByText(told)).toBeVisible();
    await page.getByRole('button', { name: discard, exact: true }).click();
    expect(terminal.getState().taskList).toMatchObject([{ command: 'discard-restore', blockOnFailure: false }]);
    terminal.setState({ taskList: [] });
  },
);

it('takes an emptied port for that of the server', async () => {
  await answer('/api/admin/Terminal/changeTerminalConfig', said({}));
  await show('en', '10.0.0');
  await page.getByRole('button', { name: 'Terminal settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terminal settings' });
  await dialog.getByLabelText('Port of the install service').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(heard('POST', 'changeTerminalConfig').map(({ body }) => body)).toEqual([{ port: null }]);
});
