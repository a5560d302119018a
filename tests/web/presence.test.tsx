import { expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const path = 'auth/group';
const group = async (): Promise<number> => (await rows('admin_group').add({ name: 'Clerks', pid: 1, rule_ids: [] })).id;
/** What a window of somebody else's says. */
async function other(username: string): Promise<(id: number, doing: 'view' | 'edit' | 'leave') => Promise<void>> {
  await commands.addPerson(username, 'Person-1', [`${path}/index`, `${path}/edit`]);
  // Whoever is not below sees nothing of the group.
  const [account] = await rows('admin').list({ username });
  await rows('admin').edit(account!.id, { group_ids: [1] } as never);
  const { token } = JSON.parse(await commands.identityOf(username, 'Person-1')) as { token: string };
  return async (id, doing) => {
    const headers = { 'content-type': 'application/json', batoken: token };
    const body = JSON.stringify({ path, id, window: username, doing });
    const answer = await fetch('/api/admin/ajax/presence', { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ code: 1 });
  };
}
const said = () => heard('POST', 'ajax/presence').map(({ body }) => body as Record<string, unknown>);
const header = page.css('.record-header').getByRole('status');

it('says who else is at a record, as they come, edit it and go', async () => {
  const id = await group();
  const [kim, lee] = [await other('kim'), await other('lee')];
  await kim(id, 'view');
  await open(`/admin/${path}/${id}`, { language: 'en' });
  await expect.element(header).toHaveTextContent('kim is viewing');
  // The page listens once it has been used.
  await userEvent.keyboard('{Shift}');
  await lee(id, 'view');
  await expect.element(header).toHaveTextContent('kim and lee are viewing');
  await kim(id, 'edit');
  await expect.element(header).toHaveTextContent('kim is editing · lee is viewing');
  await kim(id, 'leave');
  await lee(id, 'leave');
  await expect.poll(() => header.element().textContent).toBe('');
});

it('says in Chinese, at the form, who else edits the record', async () => {
  const id = await group();
  const [kim, lee] = [await other('kim'), await other('lee')];
  await kim(id, 'edit');
  await lee(id, 'view');
  await open(`/admin/${path}/${id}`);
  await expect.element(header).toHaveTextContent('kim 正在编辑 · lee 正在查看');
  await page.css('.record-header').getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog').getByRole('status').first();
  await expect.element(form).toHaveTextContent('kim 正在编辑');
  expect(form.element().textContent).not.toContain('lee');
});

it('says that it is at a record, edits it, and leaves, and nothing of it at a new one', async () => {
  const id = await group();
  await open(`/admin/${path}/${id}`, { language: 'en' });
  await expect.poll(() => said().map(({ doing }) => doing)).toEqual(['view']);
  await page.css('.record-header').getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => said().map(({ doing }) => doing)).toEqual(['view', 'edit']);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => said().map(({ doing }) => doing)).toEqual(['view', 'edit', 'leave']);
  const [view, edit, leave] = said();
  expect(view).toMatchObject({ path, id, window: expect.any(String) });
  expect(edit!['window']).not.toBe(view!['window']);
  expect(leave!['window']).toBe(edit!['window']);
});
