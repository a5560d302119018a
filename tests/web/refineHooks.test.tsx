import { CreateButton, DeleteButton, EditButton } from '@refinedev/antd';
import {
  CanAccess,
  useCan,
  useCreate,
  useCreateMany,
  useCustom,
  useCustomMutation,
  useDelete,
  useDeleteMany,
  useForm,
  useGetIdentity,
  useInfiniteList,
  useList,
  useLogin,
  useLogout,
  useMany,
  useNotification,
  useOne,
  useSelect,
  useShow,
  useTable,
  useTranslate,
  useUpdate,
  useUpdateMany,
  type BaseRecord,
} from '@refinedev/core';
import { useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { registerPage } from '../../src/web/plugins/extend.ts';
import { expectGone, focus, press } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

type Shelf = BaseRecord & { readonly id: number; readonly name: string };
type Book = BaseRecord & { readonly id: number; readonly title: string };
const resource = 'library/book';
const address = '/admin/library/hooks';
const reader = { username: 'rea', password: 'Person-1', language: 'en' } as const;

/** All that the page has; tests use it as the author of a plugin would. */
function useHooks(id: number) {
  return {
    list: useList<Book>({ resource, sorters: [{ field: 'id', order: 'asc' }] }),
    one: useOne<Book>({ resource, id }),
    create: useCreate<Book>(),
    update: useUpdate<Book>(),
    remove: useDelete<Book>(),
    many: useMany<Book>({ resource, ids: manyIds }),
    createMany: useCreateMany<Book>(),
    updateMany: useUpdateMany<Book>(),
    removeMany: useDeleteMany<Book>(),
    show: useShow<Book>({ resource, id }),
    endless: useInfiniteList<Book>({ resource, pagination: { pageSize: 10 } }),
    custom: useCustom<{ total: number }>({
      url: 'admin/library.book/index',
      method: 'get',
      config: { query: { quickSearch: 'Emma' } },
    }),
    customMutation: useCustomMutation<{ row: Book }>(),
    table: useTable<Book>({
      resource,
      pagination: { pageSize: 2 },
      sorters: { initial: [{ field: 'title', order: 'asc' }] },
    }),
    form: useForm<Book>({ resource, action: 'edit', id, redirect: false }),
    select: useSelect<Shelf>({
      resource: 'library/shelf',
      optionLabel: ({ name }) => name,
      optionValue: ({ id }) => String(id),
    }),
    canEdit: useCan({ resource, action: 'edit' }),
    canIndex: useCan({ resource, action: 'list' }),
    identity: useGetIdentity<{ username: string }>(),
    login: useLogin<Readonly<Record<string, unknown>>>(),
    logout: useLogout(),
    notification: useNotification(),
    translate: useTranslate(),
  };
}
let seen: ReturnType<typeof useHooks>;
let bookId = 0;
let manyIds: number[] = [];

function HooksPage() {
  const hooks = useHooks(bookId);
  useEffect(() => {
    seen = hooks;
  });
  return (
    <>
      <h2>Hooks</h2>
      <CreateButton resource={resource} />
      <EditButton resource={resource} recordItemId={bookId} />
      <DeleteButton resource={resource} recordItemId={bookId} />
      <CanAccess resource={resource} action="del" fallback={<i>may not delete</i>}>
        <b>may delete</b>
      </CanAccess>
      <CanAccess action="print" fallback={<i>may not print</i>}>
        <b>may print</b>
      </CanAccess>
    </>
  );
}
registerPage('library/hooks', async () => ({ default: HooksPage }));

beforeEach(async () => {
  for (const title of ['Emma', 'Lucy', 'Anna']) await rows('book').add({ title, price: '3' });
  bookId = (await rows('book').list({ title: 'Emma' }))[0]!.id;
  manyIds = [];
});
const opened = async (look: Parameters<typeof open>[1] = { language: 'en' }): Promise<void> => {
  await open(address, look);
  await expect.element(page.getByRole('heading', { name: 'Hooks', level: 2 })).toBeVisible();
};
const bookAt = async (id: number) => rows('book').get(id);
const message = (text: string | RegExp) => page.css('.ant-message').getByText(text);

it('reads rows by useList, useOne, useTable and useSelect', async () => {
  await rows('shelf').add({ name: 'Novels' });
  await opened();
  await expect.poll(() => seen.list.result.data.map(({ title }) => title)).toEqual(['Emma', 'Lucy', 'Anna']);
  expect(seen.list.result.total).toBe(3);
  await expect.poll(() => seen.one.result?.title).toBe('Emma');
  await expect.poll(() => seen.table.tableQuery.data?.data.map(({ title }) => title)).toEqual(['Anna', 'Emma']);
  seen.table.setCurrentPage(2);
  await expect.poll(() => seen.table.tableQuery.data?.data.map(({ title }) => title)).toEqual(['Lucy']);
  seen.table.setCurrentPage(1);
  seen.table.setFilters([{ field: 'title', operator: 'contains', value: 'mm' }]);
  await expect.poll(() => seen.table.tableQuery.data?.data.map(({ title }) => title)).toEqual(['Emma']);
  seen.table.setFilters(
    [
      {
        operator: 'or',
        value: [
          { field: 'title', operator: 'eq', value: 'Anna' },
          { field: 'title', operator: 'eq', value: 'Lucy' },
        ],
      },
    ],
    'replace',
  );
  seen.table.setSorters([{ field: 'title', order: 'desc' }]);
  await expect.poll(() => seen.table.tableQuery.data?.data.map(({ title }) => title)).toEqual(['Lucy', 'Anna']);
  await expect.poll(() => seen.select.options.map(({ label }) => label)).toEqual(['Novels']);
});

it('writes rows by useCreate, useUpdate and useDelete, says so, and shows what has become of them', async () => {
  await opened();
  await expect.poll(() => seen.list.result.data.length).toBe(3);
  const { data } = await seen.create.mutateAsync({ resource, values: { title: 'Nell', price: '5' } });
  expect(await bookAt(data.id)).toMatchObject({ title: 'Nell', price: '5.00' });
  await expect.element(message('Added')).toBeVisible();
  await expect.poll(() => seen.list.result.data.length).toBe(4);
  await seen.update.mutateAsync({ resource, id: data.id, values: { title: 'Nelly', version: data['version'] } });
  expect((await bookAt(data.id))?.title).toBe('Nelly');
  await expect.poll(() => seen.list.result.data.at(-1)?.title).toBe('Nelly');
  await seen.remove.mutateAsync({ resource, id: data.id });
  await expect.poll(() => seen.list.result.data.length).toBe(3);
  await expect.element(message('Deleted')).toBeVisible();
});

it('reads and writes several rows at once, and calls any address', async () => {
  for (let number = 1; number <= 25; number++) await rows('book').add({ title: `Volume ${number}`, price: '1' });
  manyIds = (await rows('book').list()).map(({ id }) => id);
  await opened();
  await expect
    .poll(() => seen.many.result.data.map(({ id }) => Number(id)).toSorted((one, other) => one - other))
    .toEqual(manyIds);
  await expect.poll(() => seen.show.query.data?.data.title).toBe('Emma');
  await expect.poll(() => seen.endless.result.data?.pages.flatMap(({ data }) => data).length).toBe(10);
  await seen.endless.query.fetchNextPage();
  await expect.poll(() => seen.endless.result.data?.pages.flatMap(({ data }) => data).length).toBe(20);
  await expect.poll(() => seen.custom.result.data.total).toBe(1);
  const values = ['One', 'Two'].map((title) => ({ title, price: '2' }));
  const { data: added } = await seen.createMany.mutateAsync({ resource, values });
  expect(added.map(({ title }) => title)).toEqual(['One', 'Two']);
  const ids = added.map(({ id }) => id);
  await seen.updateMany.mutateAsync({ resource, ids, values: { price: '7' } });
  expect((await rows('book').list({ id: { in: ids } })).map(({ price }) => price)).toEqual(['7.00', '7.00']);
  await seen.removeMany.mutateAsync({ resource, ids });
  expect(await rows('book').list({ id: { in: ids } })).toEqual([]);
  expect(heard('DELETE', 'del')).toHaveLength(1);
  const { data } = await seen.customMutation.mutateAsync({
    url: 'admin/library.book/edit',
    method: 'post',
    values: { id: bookId, title: 'Emma II' },
  });
  expect(data.row.title).toBe('Emma II');
});

it('lets undo what was done in the mode "undoable", with keys alone, and sends nothing of it', async () => {
  await opened();
  await expect.poll(() => seen.list.result.data.map(({ title }) => title)).toEqual(['Emma', 'Lucy', 'Anna']);
  const undoable = { mutationMode: 'undoable', undoableTimeout: 60_000 } as const;
  seen.update.mutate({ resource, id: bookId, values: { title: 'Emmy' }, ...undoable });
  await expect.poll(() => seen.list.result.data.map(({ title }) => title)).toEqual(['Emmy', 'Lucy', 'Anna']);
  await expect.element(message('You can undo this for 60 seconds')).toBeVisible();
  await focus(page.getByRole('button', { name: 'Undo' }));
  await press('Enter');
  await expect.poll(() => seen.list.result.data.map(({ title }) => title)).toEqual(['Emma', 'Lucy', 'Anna']);
  await expectGone(page.getByRole('button', { name: 'Undo' }));
  expect([(await bookAt(bookId))?.title, heard('POST', 'edit')]).toEqual(['Emma', []]);
  expect(page.css('.ant-message-notice').filter({ hasText: 'Saved' }).elements()).toEqual([]);
});

it('does what nobody undoes once the time is over', async () => {
  await opened();
  await expect.poll(() => seen.list.result.data.length).toBe(3);
  seen.remove.mutate({ resource, id: bookId, mutationMode: 'undoable', undoableTimeout: 1_000 });
  await expect.poll(() => seen.list.result.data.map(({ title }) => title)).toEqual(['Lucy', 'Anna']);
  await expect.element(message('Deleted')).toBeVisible();
  await expectGone(page.getByRole('button', { name: 'Undo' }));
  expect(heard('DELETE', 'del').length).toBe(1);
  await expect.poll(async () => (await rows('book').list()).length).toBe(2);
});

it('tells once why something was not written', async () => {
  await opened();
  await expect(seen.create.mutateAsync({ resource, values: { title: 'Emma', price: '5' } })).rejects.toMatchObject({
    errors: { title: expect.anything() },
  });
  await expect.poll(() => page.css('.ant-message-notice').elements().length).toBe(1);
});

it('edits a row by useForm', async () => {
  await opened();
  await expect.poll(() => seen.form.query?.data?.data.title).toBe('Emma');
  await seen.form.onFinish({ title: 'Emma Woodhouse' } as never);
  expect((await bookAt(bookId))?.title).toBe('Emma Woodhouse');
  await expect.poll(() => seen.one.result?.title).toBe('Emma Woodhouse');
});

it('knows who is signed in and what they may do; buttons for the rest are not there', async () => {
  await opened();
  await expect.poll(() => seen.identity.data?.username).toBe('admin');
  await expect.poll(() => [seen.canEdit.data?.can, seen.canIndex.data?.can]).toEqual([true, true]);
  await expect.element(page.getByText('may delete', { exact: true })).toBeVisible();
  await expect.element(page.getByText('may not print')).toBeVisible();
  for (const name of ['New', 'Edit', 'Delete'])
    await expect.element(page.getByRole('main').getByRole('button', { name: new RegExp(`${name}$`) })).toBeVisible();

  await commands.addPerson(reader.username, reader.password, ['library/book/index', 'library/hooks']);
  await opened(reader);
  await expect.poll(() => seen.identity.data?.username).toBe('rea');
  await expect.poll(() => [seen.canEdit.data?.can, seen.canIndex.data?.can]).toEqual([false, true]);
  await expect.element(page.getByText('may not delete')).toBeVisible();
  for (const name of ['New', 'Edit', 'Delete'])
    await expect
      .poll(
        () =>
          page
            .getByRole('main')
            .getByRole('button', { name: new RegExp(`${name}$`) })
            .elements().length,
      )
      .toBe(0);
});

it('speaks in our words', async () => {
  await opened();
  expect([
    seen.translate('table:edit'),
    seen.translate('buttons.delete'),
    seen.translate('nobody.wrote.this', 'Instead'),
    seen.translate('nobody.wrote.this', {}, 'Instead'),
  ]).toEqual(['Edit', 'Delete', 'Instead', 'Instead']);
  seen.notification.open?.({ type: 'success', message: 'Well done' });
  await expect.element(message('Well done')).toBeVisible();
});

it('signs in and out by useLogin and useLogout', async () => {
  await opened();
  localStorage.removeItem('adminInfo');
  await seen.login.mutateAsync({ username: 'admin', password: 'wrong-one' }).catch(() => {});
  await expect.element(message(/username or password/)).toBeVisible();
  expect(location.pathname).toBe(address);
  await seen.login.mutateAsync({ username: 'admin', password: 'Admin-123' });
  await expect.poll(() => location.pathname).not.toBe(address);
  expect(localStorage.getItem('adminInfo')).toContain('"username":"admin"');
  seen.logout.mutate();
  await expect.poll(() => location.pathname).toBe('/admin/login');
  expect(localStorage.getItem('adminInfo')).toBeNull();
});
