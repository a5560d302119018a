import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { open } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const config = '/admin/routine/config';
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('tabpanel').getByRole('button', { name: 'Save', exact: true });
const reported = page.getByText('in effect now');
const tab = (name: string) => page.getByRole('tab', { name });

it('shows every error on its input, the browser’s and the server’s, and sends nothing that is wrong', async () => {
  await open(config, { language: 'en' });
  await field('Site name').fill('');
  await field('CDN address').fill('nowhere');
  await save.click();
  const errorOf = (label: string): string | null | undefined =>
    field(label).element().closest('.ant-form-item')!.querySelector('.ant-form-item-explain-error')?.textContent;
  await expect.poll(() => errorOf('Site name')).toBe('This field is required');
  await expect.poll(() => errorOf('CDN address')).toBe('URL format error');
  expect(heard('POST')).toEqual([]);
  await field('Site name').fill('English');
  await field('CDN address').fill('https://cdn.example');
  await field('Blocked IP addresses').fill('10.0.0.0/8\nnonsense');
  await save.click();
  await expect.poll(() => errorOf('Blocked IP addresses')).toBe("“nonsense” isn't in a valid format");
});

it('takes a password that nobody gets to see again, and keeps what is typed in other groups', async () => {
  await open(config, { language: 'en' });
  await field('ICP filing number').fill('not saved yet');
  await tab('Mail').click();
  const secret = field('SMTP password');
  await expect.element(secret).toHaveAttribute('type', 'password');
  await secret.fill('Mail <Canary>');
  await field('SMTP server').fill('smtp.example.com');
  await tab('Basics').click();
  await expect.element(field('ICP filing number')).toHaveValue('not saved yet');
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  await save.click();
  await expect.element(reported).toBeVisible();
  await tab('Mail').click();
  await expect.element(secret).toHaveValue('');
});

it('marks the tabs with changes, and saves them all at once', async () => {
  await open(config, { language: 'en' });
  const mark = (name: string) => tab(name).getByRole('img', { name: 'Unsaved changes' });
  await field('ICP filing number').fill('京 1');
  await expect.element(mark('Basics')).toBeVisible();
  await tab('Mail').click();
  await field('SMTP server').fill('smtp.example.com');
  await expect.element(page.getByText('Unsaved: Basics and Mail').last()).toBeVisible();
  await save.click();
  await expect.element(reported).toBeVisible();
  expect(reported.elements()).toHaveLength(1);
  expect(heard('POST')).toMatchObject([
    { body: { record_number: '京 1' } },
    { body: { smtp_server: 'smtp.example.com' } },
  ]);
  await expect.poll(() => mark('').elements()).toHaveLength(0);
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

it('brings the tab to the front whose changes cannot be saved', async () => {
  await open(config, { language: 'en' });
  await field('CDN address').fill('nowhere');
  await tab('Mail').click();
  await save.click();
  await expect.element(page.getByText('URL format error')).toBeVisible();
  await expect.element(field('CDN address')).toHaveFocus();
  await field('CDN address').fill('');
  await expect.element(tab('Basics').getByRole('img')).not.toBeInTheDocument();
});

it('has its name above its tabs', async () => {
  await open(config, { language: 'en' });
  const place = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect.element(place.getByText('Site settings')).toBeVisible();
});

it('takes a stored password away', async () => {
  await open(config, { language: 'en' });
  await tab('Mail').click();
  const secret = field('SMTP password');
  const remove = page.getByRole('button', { name: 'Remove the stored value: SMTP password' });
  // Nothing is there to keep, nor to take away.
  await expect.element(secret).not.toHaveAttribute('placeholder');
  await expect.element(remove).not.toBeInTheDocument();
  await secret.fill('Mail <Canary>');
  await save.click();
  await expect.element(reported).toBeVisible();
  await remove.click();
  await expect.element(secret).toHaveAttribute('placeholder', 'Will be removed when you save');
  await remove.click();
  await expect.element(secret).toHaveAttribute('placeholder', 'Leave empty to keep it');
  await remove.click();
  const before = heard('POST').length;
  await save.click();
  await expect.poll(() => heard('POST').slice(before)).toMatchObject([{ body: { smtp_pass: null } }]);
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(secret).not.toHaveAttribute('placeholder');
});

it('tells of a change that somebody else made meanwhile', async () => {
  await open(config, { language: 'en' });
  await expect.element(field('Site name')).toBeVisible();
  await commands.configure({ site_name: 'First' });
  await field('Site name').fill('Second');
  await field('API address').fill('https://api.example');
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Site name: Theirs' }).click();
  await dialog.getByRole('button', { name: 'Save these versions' }).click();
  await expect.element(reported).toBeVisible();
  await expect.element(field('Site name')).toHaveValue('First');
  await expect.element(field('API address')).toHaveValue('https://api.example');
});

it('is read only without the right to change, on a phone too', async () => {
  await commands.addPerson('reader', 'Reader-1', ['routine/config/index']);
  await open(config, { language: 'en', phone: true, username: 'reader', password: 'Reader-1' });
  await expect.element(page.getByText('You can view the settings, but not change them')).toBeVisible();
  await expect.element(field('Site name')).toBeDisabled();
  expect(save.elements()).toHaveLength(0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

it('tries the mail settings before they are saved, and shows what came of it', async () => {
  await open(config, { language: 'en' });
  await tab('Mail').click();
  const test = page.getByRole('tabpanel').getByRole('button', { name: 'Send test email' });
  const dialog = page.getByRole('dialog', { name: 'Send test email' });
  const send = dialog.getByRole('button', { name: 'Send test email' });
  await field('SMTP server').fill('localhost');
  await field('SMTP port').fill('1');
  await field('Sender').fill('office@ours.example');
  await test.click();
  await send.click();
  await expect.element(dialog.getByText('This field is required')).toBeVisible();
  await dialog.getByLabelText('Recipient').fill('me@there.example');
  await send.click();
  await expect.element(dialog.getByText(/couldn't be sent: .*ECONNREFUSED/)).toBeVisible();
  expect(heard('POST').at(-1)).toMatchObject({
    body: {
      group: 'mail',
      settings: { smtp_server: 'localhost', smtp_port: expect.anything() },
      values: { test_mail: 'me@there.example' },
    },
  });
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('shows at its own input which setting cannot be tested', async () => {
  const stored = { smtp_server: 'localhost', smtp_pass: 'Mail <Canary>', smtp_sender_mail: 'office@ours.example' };
  await commands.configure(stored);
  await open(config, { language: 'en' });
  await tab('Mail').click();
  await field('SMTP server').fill('elsewhere.example');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Send test email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send test email' });
  await dialog.getByLabelText('Recipient').fill('me@there.example');
  await dialog.getByRole('button', { name: 'Send test email' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Enter the password again/)).toBeVisible();
  await expect.element(field('SMTP password')).toHaveAttribute('aria-invalid', 'true');
});
