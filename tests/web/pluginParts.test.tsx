import { useList, useOne } from '@refinedev/core';
import { Button, Input } from 'antd';
import i18next from 'i18next';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import {
  closePanel,
  openPanel,
  registerAccountEntry,
  registerHeaderEntry,
  registerPage,
  registerPanel,
  registerRealmPage,
  ResourceForm,
  ResourceList,
  ResourceRecord,
  useBeforeClose,
  usePersonOf,
} from '../../src/web/plugins/extend.ts';
import { faultsOfPage } from '../support/component/axe.ts';
import { choose, expectGone, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';
import '../support/guestsWeb.ts';

declare module '../../src/web/plugins/panels.tsx' {
  interface Panels {
    desk: { readonly text?: string };
    shelf: object;
  }
}

const resource = 'library/book';
const english = { language: 'en' } as const;
const saved: string[] = [];
const clicked: string[] = [];

/** What a plugin draws with parts of ours, beside Refine's hooks. */
function PartsPage() {
  const [shown, show] = useState<number>();
  const { result } = useList({ resource, pagination: { pageSize: 1 } });
  const { result: one } = useOne({ resource, id: shown ?? 0, queryOptions: { enabled: shown !== undefined } });
  return (
    <>
      <p>{`${result.total ?? 0} books`}</p>
      <ResourceForm
        resource={resource}
        fields={['title', 'price']}
        initialValues={{ price: '7.00' }}
        onSaved={({ title }) => saved.push(`form ${title as string}`)}
      />
      <ResourceList
        resource={resource}
        filters={[{ field: 'status', operator: 'eq', value: 'live' }]}
        columns={['price', 'title']}
        actions={['add', 'edit']}
        initialValues={{ status: 'live', subtitle: 'new' }}
        rowActions={[
          { name: 'show', label: `Show ${clicked.length}`, icon: <b>i</b>, onClick: ({ id }) => show(id) },
          {
            name: 'burn',
            label: 'Burn',
            icon: <b>x</b>,
            danger: true,
            confirm: 'Burn it?',
            onClick: ({ title }) => clicked.push(title as string),
          },
        ]}
        onSaved={({ title }) => saved.push(`list ${title as string}`)}
      />
      <Button onClick={() => openPanel('desk', { text: 'from the page' })}>Open the desk</Button>
      {shown !== undefined && <ResourceRecord resource={resource} id={shown} />}
      {one && <p>{`useOne ${one['title'] as string}`}</p>}
    </>
  );
}
registerPage('library/parts', async () => ({ default: PartsPage }));

function Desk({ text = 'nothing' }: { text?: string }) {
  const [typed, type] = useState('');
  useBeforeClose(typed === '' ? undefined : { question: 'Leave it unsaved?', close: 'Leave it' });
  return (
    <>
      <p>{`Opened with ${text}`}</p>
      <Input aria-label="Typed" value={typed} onChange={(event) => type(event.target.value)} />
      <Button onClick={() => openPanel('shelf')}>To the shelf</Button>
      <Button onClick={closePanel}>Done</Button>
    </>
  );
}
registerPanel('desk', { title: 'parts:desk', load: async () => ({ default: Desk }) });
registerPanel('shelf', {
  title: 'parts:shelf',
  node: 'library/shelf/index',
  load: async () => ({ default: () => <p>On the shelf</p> }),
});

// Other tests look at the administrators' frame.
const guest = ['guest'] as const;
registerRealmPage('guest', 'parts', async () => ({ default: () => <h2>A page for guests</h2> }));
registerHeaderEntry('guests', () => <i>Bell of guests</i>, { realms: guest, phone: false });
registerHeaderEntry('early', () => <i>Early</i>, { realms: guest, order: -1 });
registerAccountEntry('where', { label: 'parts:where', icon: 'fa fa-map', realms: guest, to: 'parts' });
registerAccountEntry('desk', {
  label: 'parts:desk',
  icon: <b>d</b>,
  realms: guest,
  phoneOnly: true,
  onClick: () => openPanel('desk'),
});
let hasNews = false;
const newsListeners = new Set<() => void>();
function tellNews(value: boolean): void {
  hasNews = value;
  for (const listener of newsListeners) listener();
}
registerAccountEntry('bell', {
  label: 'parts:bell',
  icon: 'fa fa-bell',
  realms: guest,
  phoneOnly: true,
  news: {
    label: 'parts:ringing',
    isShown: () => hasNews,
    subscribe(listener) {
      newsListeners.add(listener);
      return () => newsListeners.delete(listener);
    },
  },
});
registerHeaderEntry('who', () => <i>{`Guest ${usePersonOf('guest')?.username ?? 'none'}`}</i>, { realms: guest });

beforeEach(async () => {
  saved.length = clicked.length = 0;
  await rows('book').add({ title: 'Emma', price: '3', status: 'live', subtitle: 'a' });
  await rows('book').add({ title: 'Hidden draft', price: '4' });
});
const texts = { desk: 'Desk', shelf: 'Shelf', where: 'To the parts', bell: 'Bell', ringing: 'Bell, new' };
const opened = async (look: Parameters<typeof open>[1] = english): Promise<void> => {
  await open('/admin/library/parts', look);
  i18next.addResourceBundle('en', 'parts', texts);
};
const panel = (name: string) => page.getByRole('dialog', { name });

it('lists what a page fixes, in the columns and with the actions that it names', async () => {
  await opened();
  await expect.element(row('Emma')).toBeVisible();
  expect(page.getByText('Hidden draft').elements()).toEqual([]);
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map((each) => each.textContent)
      .filter(Boolean),
  ).toEqual(['Price', 'Title', 'Actions']);
  expect(
    row('Emma')
      .getByRole('button')
      .elements()
      .map((each) => each.getAttribute('aria-label') ?? each.textContent),
  ).toEqual(['Edit', 'Show 0', 'More actions']);
  await expect.element(row('Emma').getByRole('link', { name: 'Emma' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Delete' }).elements()).toEqual([]);
  // Its order and search stay its own.
  await page.getByRole('columnheader', { name: 'Title' }).click();
  await expect.poll(() => heard('GET', 'book/index').at(-1)?.query.getAll('order[]')).toEqual(['title,asc']);
  expect(location.search).toBe('');
  expect(heard('GET', 'book/index').at(-1)?.query.get('search[0][val]')).toBe('live');
  await page.getByPlaceholder(/^Search/).fill('draft');
  await expect.element(page.getByText('No matching records')).toBeVisible();
});

it('runs a page’s own row actions, asked first where they say so', async () => {
  await opened();
  await choose('Emma', 'Burn');
  await expect.element(page.getByText('Burn it?')).toBeVisible();
  expect(clicked).toEqual([]);
  await page.getByRole('tooltip').getByRole('button', { name: 'Burn' }).click();
  await expect.poll(() => clicked).toEqual(['Emma']);
  await row('Emma').getByRole('button', { name: /^Show/ }).click();
  await expect.element(page.getByText('useOne Emma')).toBeVisible();
  await expect.element(page.css('.record')).toMatchTextContent(/Title.*Emma.*Subtitle.*a/s);
});

it('adds a row by the list with what the page begins it with, and tells the page', async () => {
  await opened();
  await page.getByRole('button', { name: /New$/ }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /\bTitle$/ })
    .fill('Lucy');
  await page.getByRole('dialog').getByRole('button', { name: /Save$/ }).click();
  await expect.element(row('Lucy')).toBeVisible();
  await expect.poll(() => saved).toEqual(['list Lucy']);
  expect(await rows('book').list({ title: 'Lucy' })).toMatchObject([{ status: 'live', subtitle: 'new' }]);
  // Refine's hooks on the page know of it.
  await expect.element(page.getByText('3 books')).toBeVisible();
});

it('adds a row by a form in the page, checked like any other, and begins another one', async () => {
  await opened();
  const form = page.css('.resource-form');
  await form.getByRole('button', { name: /Save$/ }).click();
  await expect.element(form.getByText('This field is required')).toBeVisible();
  expect(heard('POST')).toEqual([]);
  const title = form.getByRole('textbox', { name: /Title$/ });
  await title.fill('Emma');
  await form.getByRole('button', { name: /Save$/ }).click();
  await expect.element(form.getByText(/in use/)).toBeVisible();
  await title.fill('Nell');
  await form.getByRole('button', { name: /Save$/ }).click();
  await expect.poll(() => saved).toEqual(['form Nell']);
  await expect.poll(() => document.querySelector<HTMLInputElement>('.resource-form input')?.value).toBe('');
  await expect.element(page.getByText('3 books')).toBeVisible();
  expect(await rows('book').list({ title: 'Nell' })).toMatchObject([{ price: '7.00', status: 'draft' }]);
});

it('warns of what is unsaved in each form of a page by itself', async () => {
  /** Whether whoever closes the window now is asked. */
  const warns = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await opened();
  const own = page.css('.resource-form').getByRole('textbox', { name: 'Title' });
  await expect.element(own).toBeVisible();
  expect(warns()).toBe(false);
  await own.fill('Half');
  await expect.poll(warns).toBe(true);
  // Another form comes and goes beside it.
  await page.getByRole('button', { name: /New$/ }).first().click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox').first()).toBeVisible();
  expect(warns()).toBe(true);
  await dialog.getByRole('button', { name: /Cancel$/ }).click();
  await expectGone(dialog);
  expect(warns()).toBe(true);
  await own.fill('');
  await expect.poll(warns).toBe(false);
});

it('offers nothing that somebody may not do', async () => {
  await commands.addPerson('looks', 'Looks-123', ['library/book/index', 'library/parts']);
  await opened({ ...english, username: 'looks', password: 'Looks-123' });
  await expect.element(row('Emma')).toBeVisible();
  expect(page.getByRole('button', { name: /^(Add|Edit|Save)$/ }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Open the desk' }).click();
  await expect.element(panel('Desk')).toBeVisible();
  // A panel that needs a node is none to whom lacks it.
  await page.getByRole('button', { name: 'To the shelf' }).click();
  expect(panel('Shelf').elements()).toEqual([]);
  await expect.element(panel('Desk')).toBeVisible();
});

it('shows a panel over the page, which it makes out of reach, and gives the focus back', async () => {
  await opened();
  await page.getByRole('button', { name: 'Open the desk' }).click();
  await expect.element(page.getByText('Opened with from the page')).toBeVisible();
  await expect.poll(() => document.getElementById('root')?.inert).toBe(true);
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  expect(await faultsOfPage()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expectGone(panel('Desk'));
  await expect.poll(() => document.getElementById('root')?.inert).toBe(false);
  await expect.element(page.getByRole('button', { name: 'Open the desk' })).toHaveFocus();
});

it('stays while the page below changes', async () => {
  await opened();
  await page.getByRole('button', { name: 'Open the desk' }).click();
  await page.getByRole('textbox', { name: 'Typed' }).fill('half a line');
  history.pushState(null, '', '/admin/library/book');
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(() => document.title).toContain('Books');
  await expect.element(page.getByRole('textbox', { name: 'Typed' })).toHaveValue('half a line');
});

it('asks before a panel with something to lose is closed, or gives way to another', async () => {
  await opened();
  await page.getByRole('button', { name: 'Open the desk' }).click();
  await page.getByRole('textbox', { name: 'Typed' }).fill('half a line');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Leave it unsaved?')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Keep open' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expectGone(page.getByText('Leave it unsaved?'));
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  await page.getByRole('button', { name: 'To the shelf' }).click();
  await expect.element(page.getByText('Leave it unsaved?')).toBeVisible();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await expect.element(page.getByText('On the shelf')).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expectGone(panel('Shelf'));
  await expect.element(page.getByRole('button', { name: 'Open the desk' })).toHaveFocus();
});

async function asGuest(phone = false): Promise<void> {
  await rows('guest').add({ username: 'ada', password: 'Guest-123' });
  await open('/guest/login', { ...english, visitor: true, phone });
  i18next.addResourceBundle('en', 'parts', texts);
  await page.getByLabelText('Username').fill('ada');
  await page.getByLabelText('Password', { exact: true }).fill('Guest-123');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it('shows a realm that one plugin brings what another one has for it', async () => {
  await asGuest();
  await expect.element(page.getByRole('banner')).toMatchTextContent(/Early.*Bell of guests.*Guest ada/s);
  await page.getByRole('button', { name: 'ada' }).click();
  expect(page.getByRole('menuitem', { name: 'Desk' }).elements()).toEqual([]);
  await page.getByRole('menuitem', { name: 'To the parts' }).click();
  await expect.poll(() => location.pathname).toBe('/guest/parts');
  await expect.element(page.getByRole('heading', { name: 'A page for guests' })).toBeVisible();
});

it('tells on a phone by a dot, and in words, what nobody has seen', async () => {
  tellNews(false);
  await asGuest(true);
  const dots = () => document.querySelectorAll('.has-news').length;
  await expect.element(page.getByRole('button', { name: 'Account: ada', exact: true })).toBeVisible();
  expect(dots()).toBe(0);
  tellNews(true);
  const account = page.getByRole('button', { name: 'Account: ada · Bell, new', exact: true });
  await expect.element(account).toBeVisible();
  expect(dots()).toBe(1);
  await account.click();
  await expect.element(page.getByRole('menuitem', { name: 'Bell, new' })).toBeVisible();
  expect(dots()).toBe(2);
  expect(await faultsOfPage()).toEqual([]);
  tellNews(false);
  await expect.element(page.getByRole('menuitem', { name: 'Bell', exact: true })).toBeVisible();
  expect(dots()).toBe(0);
});

it('shows on a phone what is for phones, and leaves out what is not', async () => {
  await asGuest(true);
  const account = page.getByRole('button', { name: 'Account: ada' });
  await expect.element(page.getByRole('banner')).toMatchTextContent(/Early/);
  expect(page.getByText('Bell of guests').elements()).toEqual([]);
  await account.click();
  await page.getByRole('menuitem', { name: 'Desk' }).click();
  await expect.element(page.getByText('Opened with nothing')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expectGone(panel('Desk'));
  await expect.element(account).toHaveFocus();
});
