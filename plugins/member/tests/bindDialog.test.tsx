import { expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { answer, expectGone, faultsOfPage, heard } from '#component';
import { ada, openCentre, refused, said } from './centrePage.ts';

const dialog = page.getByRole('dialog');
const button = (name: string): Locator => dialog.getByRole('button', { name, exact: true });
const field = (name: string): Locator => dialog.getByLabelText(name, { exact: true });
const sent = (call: string): unknown[] => heard('POST', call).map(({ body }) => body);
/** Of a profile without fields: the dialog has its own. */
const manifest = {
  name: 'user',
  api: '/api/account/profile',
  label: '',
  title: '',
  actions: [],
  buttons: [],
  traits: {},
  fields: {},
  form: { open: 'drawer', width: 640, sections: [] },
  lines: [],
};
const wrong = 'The code is incorrect or has expired';

interface Way {
  readonly way: 'email' | 'mobile';
  readonly label: string;
  readonly send: string;
  /** The name of the new address, of its field, and the events by the name that the call gives them. */
  readonly input: string;
  readonly bound: string;
  readonly next: string;
  readonly event: string;
  readonly verify: string;
  readonly change: string;
}
const ways: readonly Way[] = [
  {
    way: 'email',
    label: 'Email',
    send: '/api/Ems/send',
    input: 'New email',
    bound: 'ada@example.com',
    next: 'new@example.com',
    event: 'event',
    verify: 'user_email_verify',
    change: 'user_change_email',
  },
  {
    way: 'mobile',
    label: 'Mobile',
    send: '/api/Sms/send',
    input: 'New mobile number',
    bound: '13800138000',
    next: '13900139000',
    event: 'template_code',
    verify: 'user_mobile_verify',
    change: 'user_change_mobile',
  },
];

/** Opens the dialog of a way on the page of the profile. */
async function show(
  { way, label }: Way,
  bound: string,
  available: readonly string[] = ['email', 'mobile'],
  keepsCodes = false,
) {
  await answer(
    '/api/account/profile',
    said({ manifest, row: { id: ada.id }, userInfo: ada, accountVerificationType: available, keepsCodes }),
  );
  await openCentre('profile', { member: { [way]: bound } });
  const open = page.getByRole('button', { name: `${bound ? 'Change' : 'Add'}: ${label}` });
  await expect.element(open).toBeVisible();
  return open;
}

it.each(ways)('binds a first $way by the password and a code to it', async (way) => {
  await answer(way.send, said(null));
  await answer('/api/account/changeBind', said({ userInfo: { ...ada, [way.way]: way.next } }));
  await (await show(way, '')).click();
  await expect.element(field(way.input)).toBeVisible();
  expect(await faultsOfPage()).toEqual([]);
  // Nothing is sent while something is missing.
  await button('Send code').click();
  await expect.element(field(way.input)).toBeInvalid();
  await expect.element(field('Password')).toBeInvalid();
  expect(sent(way.send)).toEqual([]);
  await field(way.input).fill(way.next);
  await field('Password').fill('Correct-Horse 9');
  await button('Send code').click();
  await expect.element(dialog.getByText(`Sent to ${way.next}. It may take a minute to arrive.`)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  expect(sent(way.send)).toEqual([{ [way.way]: way.next, [way.event]: way.change, password: 'Correct-Horse 9' }]);
  await button('Save').click();
  await expect.element(field('Code')).toBeInvalid();
  await field('Code').fill('12 34-56');
  await button('Save').click();
  await expect
    .element(page.getByText(`${way.way === 'email' ? 'Email' : 'Mobile number'} added`, { exact: true }))
    .toBeVisible();
  await expectGone(dialog);
  expect(sent('changeBind')).toEqual([
    { type: way.way, [way.way]: way.next, captcha: '123456', password: 'Correct-Horse 9' },
  ]);
});

it.each(ways)('changes a $way after a code to the old one, whose proof goes with the new one', async (way) => {
  await answer(way.send, said(null));
  await answer('/api/account/verification', said({ type: way.way, accountVerificationToken: 'proof' }));
  await answer('/api/account/changeBind', said({ userInfo: { ...ada, [way.way]: way.next } }));
  await (await show(way, way.bound)).click();
  expect(field(way.input).elements()).toEqual([]);
  await field('Password').fill('Correct-Horse 9');
  await button('Send code').click();
  await expect.element(dialog.getByText(`Sent to ${way.bound}. It may take a minute to arrive.`)).toBeVisible();
  await field('Code').fill('111111');
  await button('Next').click();
  // The password is not asked for again; the other code can be sent at once.
  await expect.element(field(way.input)).toBeVisible();
  expect(field('Password').elements()).toEqual([]);
  await field(way.input).fill(way.next);
  await button('Send code').click();
  await expect.element(dialog.getByText(`Sent to ${way.next}. It may take a minute to arrive.`)).toBeVisible();
  await field('Code').fill('222222');
  await button('Save').click();
  await expectGone(dialog);
  expect(sent(way.send)).toEqual([
    { [way.way]: way.bound, [way.event]: way.verify, password: 'Correct-Horse 9' },
    { [way.way]: way.next, [way.event]: way.change, password: 'Correct-Horse 9' },
  ]);
  expect(sent('verification')).toEqual([{ type: way.way, captcha: '111111' }]);
  expect(sent('changeBind')).toEqual([
    { type: way.way, [way.way]: way.next, captcha: '222222', accountVerificationToken: 'proof' },
  ]);
});

it.each(ways)('says at its field that a code for a $way is wrong or has expired, and keeps the rest', async (way) => {
  await answer(
    '/api/account/verification',
    refused(wrong, { captcha: wrong }),
    said({ accountVerificationToken: 'p' }),
  );
  await answer('/api/account/changeBind', refused(wrong, { captcha: wrong }), said({ userInfo: ada }));
  await (await show(way, way.bound)).click();
  await field('Password').fill('Correct-Horse 9');
  await field('Code').fill('000000');
  await button('Next').click();
  await expect.element(dialog.getByText(wrong)).toBeVisible();
  await expect.element(field('Code')).toHaveFocus();
  await field('Code').fill('111111');
  await expectGone(dialog.getByText(wrong));
  await button('Next').click();
  // An address that somebody else has is answered in the same way: nobody learns that it is taken.
  await field(way.input).fill(way.next);
  await field('Code').fill('000000');
  await button('Save').click();
  await expect.element(dialog.getByText(wrong)).toBeVisible();
  await expect.element(field(way.input)).toHaveValue(way.next);
  await expect.element(field(way.input)).toBeValid();
  await field('Code').fill('222222');
  await button('Save').click();
  await expectGone(dialog);
  expect(sent('changeBind')).toHaveLength(2);
});

it('says at its field that a password is wrong, and sends no code', async () => {
  const msg = 'The password is incorrect';
  await answer('/api/Ems/send', refused(msg, { password: msg }));
  await (await show(ways[0]!, 'ada@example.com')).click();
  await field('Password').fill('Wrong-Horse 1');
  await button('Send code').click();
  await expect.element(dialog.getByText(msg)).toBeVisible();
  await expect.element(field('Password')).toHaveFocus();
  await expect.element(button('Send code')).toBeEnabled();
});

it('begins with the first step again once the proof is too old, and says so', async () => {
  const again = "Please confirm again that it's you";
  await answer('/api/account/verification', said({ accountVerificationToken: 'old' }));
  await answer('/api/account/changeBind', refused(again, { accountVerificationToken: again }));
  await (await show(ways[0]!, 'ada@example.com')).click();
  await field('Password').fill('Correct-Horse 9');
  await field('Code').fill('111111');
  await button('Next').click();
  await field('New email').fill('new@example.com');
  await field('Code').fill('222222');
  await button('Save').click();
  await expect.element(page.getByText(again)).toBeVisible();
  await expect.element(button('Next')).toBeVisible();
  await expect.element(field('Code')).toHaveValue('');
});

it('offers no way by which the site can send no code, and says why', async () => {
  const open = await show(ways[1]!, '', ['email']);
  await expect.element(open).toBeDisabled();
  const why = "This site can't send text messages yet, so mobile numbers can't be added or changed.";
  await expect.element(open).toHaveAccessibleDescription(why);
  // Also to who has no pointer, and on a phone.
  await expect.element(page.getByText(why)).toBeVisible();
  expect(page.getByText("This site can't send emails yet").elements()).toEqual([]);
});

it.each(['', 'ada@example.com'])(
  'says before one is asked for that codes are handed on, while nothing sends them (%s)',
  async (bound) => {
    await (await show(ways[0]!, bound, ['email'], true)).click();
    await expect.element(dialog.getByRole('status')).toMatchTextContent(/^No emails leave this site yet/);
    await expect.poll(() => button('Send code').elements().length).toBe(1);
  },
);
