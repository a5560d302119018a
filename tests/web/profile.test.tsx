import { beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { open, rows, type Visit } from '../support/component/office.tsx';

const profile = '/admin/routine/adminInfo';
const ann = { username: 'ann', password: 'Person-1' } as const;
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('button', { name: 'Save', exact: true });
const card = page.getByRole('region', { name: 'Account' });
const errorOf = (label: string): string | null | undefined =>
  field(label).element().closest('.ant-form-item')!.querySelector('.ant-form-item-explain-error')?.textContent;
const row = async () => (await rows('admin').list({ username: 'ann' }))[0]!;

const mail = { smtp_server: 'localhost', smtp_port: 1, smtp_sender_mail: 'office@example.com' };

/** Somebody without a single right. */
beforeEach(() => commands.addPerson('ann', ann.password, []));

it('is open to who has no rights, and shows them who they are', async () => {
  await open(profile, { language: 'en', ...ann });
  await expect.element(card).toMatchTextContent(/ann.*Group of ann.*127\.0\.0\.1/);
  await expect.poll(() => document.title).toContain('My profile');
  // The same help stands in the form of somebody else.
  await expect.element(page.getByText('Areas of responsibility. Shown in the profile.')).toBeVisible();
});

it('changes one’s own data; card and bar follow, and errors stand at their inputs', async () => {
  await commands.configure(mail);
  await commands.configure({ urls: ['https://office.example'] });
  await open(profile, { language: 'en', ...ann });
  await field('Nickname').fill('');
  await field('Email').fill('nowhere');
  await save.click();
  await expect.poll(() => errorOf('Nickname')).toBe('This field is required');
  await expect.poll(() => errorOf('Email')).toContain('email');
  await field('Nickname').fill('Annabel');
  await field('Email').fill('ann@example.com');
  await field('Motto').fill('First things first');
  await field('Position').fill('Editor in chief');
  // Links to a new password are mailed to the address.
  await save.click();
  await expect.poll(() => errorOf('Current password')).toBe('This field is required');
  await field('Current password').fill('wrong-one');
  await save.click();
  await expect.poll(() => errorOf('Current password')).toBe("This isn't your current password");
  await field('Current password').fill(ann.password);
  await save.click();
  await expect.element(page.getByText('Profile saved')).toBeVisible();
  await expect.element(field('Current password')).not.toBeInTheDocument();
  await expect.element(card.getByRole('heading')).toHaveTextContent('Annabel');
  await expect.element(page.getByRole('banner')).toMatchTextContent(/Annabel/);
  expect(await row()).toMatchObject({ nickname: 'Annabel', email: 'ann@example.com', motto: 'First things first' });
  expect(JSON.parse(localStorage.getItem('adminInfo')!)).toMatchObject({
    nickname: 'Annabel',
    position: 'Editor in chief',
    column: [],
  });
  await expect.element(card).toMatchTextContent(/Position\s*Editor in chief/);
  // Where no mail is sent, nobody needs the password.
  await commands.configure({ smtp_server: '' });
  await commands.configure({ urls: [] });
  await open(profile, { language: 'en', ...ann });
  await field('Email').fill('annabel@example.com');
  await save.click();
  await expect.poll(async () => (await row()).email).toBe('annabel@example.com');
});

it('tells of a change that was made elsewhere meanwhile', async () => {
  await open(profile, { language: 'en', ...ann });
  await expect.element(field('Nickname')).toHaveValue('ann');
  await rows('admin').edit((await row()).id, { nickname: 'Elsewhere' });
  await field('Nickname').fill('Here');
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Nickname: Theirs' }).click();
  await dialog.getByRole('button', { name: 'Save these versions' }).click();
  await expect.element(field('Nickname')).toHaveValue('Elsewhere');
});

it('asks before the page is left with something unsaved', async () => {
  await open(profile, { language: 'en', ...ann });
  await field('Nickname').fill('Unsaved');
  await expect.poll(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
});

it('shows what one did, newest first, page by page', async () => {
  const { id } = await row();
  await open(profile, { language: 'en', ...ann });
  for (let at = 1; at <= 12; at += 1)
    await rows('admin_log').add({
      admin_id: id,
      username: 'ann',
      title: `Step ${at}`,
      url: '/admin/x/y',
      ...(at === 12 && { actor_id: 1, actor: 'root' }),
    });
  await rows('admin_log').add({ admin_id: 1, username: 'admin', title: 'Secret step' });
  await page.getByRole('tab', { name: 'Activity' }).click();
  const entries = page.css('.own-log-entry');
  // What somebody else did as oneself has their name.
  await expect.element(entries.first()).toMatchTextContent(/Step 12.*root · \/admin\/x\/y/);
  expect(entries.nth(1).element().textContent).not.toContain('root');
  expect(entries.elements()).toHaveLength(10);
  await page.getByRole('listitem', { name: '2' }).click();
  await expect
    .poll(() => entries.elements().map(({ textContent }) => textContent.slice(0, 6)))
    .toEqual(expect.arrayContaining(['Step 2', 'Step 1']));
  expect(document.body.textContent).not.toContain('Secret step');
});

it.each<[string, Visit]>([
  ['zh-cn', {}],
  ['en, dark', { language: 'en', dark: true }],
  ['a phone', { phone: true }],
  ['a phone, en, dark', { language: 'en', dark: true, phone: true }],
])('has no serious fault of accessibility and nothing that sticks out: %s', async (_, visit) => {
  await open(profile, visit);
  for (const at of [0, 1, 2, 3]) {
    await page.getByRole('tab').nth(at).click();
    await expect.element(page.getByRole('tabpanel').css('form, .two-step, .own-log, .ant-empty').first()).toBeVisible();
    await expect.poll(() => document.getAnimations().length).toBe(0);
    expect(await faultsOfPage(), `tab ${at}`).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  }
});
