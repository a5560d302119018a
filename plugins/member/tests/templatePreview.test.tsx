import { App } from 'antd';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, draw, heard } from '#component';
import TemplatePreview from '../web/office/TemplatePreview.tsx';

const texts = {
  subject_zh: '{site} 验证码：{code}',
  subject_en: '{code} is your code for {site}',
  text_zh: '您的验证码是 {code}',
  text_en: 'Your code is {code}.',
  html_zh: null,
  html_en: '<p>Code <b>{code}</b></p><script>parent.document.title = "ran"</script><img src=x onerror="parent.x = 1">',
  sms_zh: null,
  sms_en: '{site}: {code}, {minutes} minutes',
};

async function show(language: 'en' | 'zh-cn', values: object = texts, id: number | null = 3) {
  const props = {
    values,
    row: id === null ? undefined : { id },
    readOnly: false,
    setValue: () => {},
    manifest: {},
  } as never;
  await draw(
    <App>
      <TemplatePreview {...(props as Parameters<typeof TemplatePreview>[0])} />
    </App>,
    { language },
  );
}
const choose = (name: string) => page.getByText(name, { exact: true }).click();

it('shows a mail in both languages, plain where there is no HTML, as it is being written', async () => {
  await show('zh-cn');
  await expect.element(page.getByText('Ai Chat 验证码：123456')).toBeVisible();
  // Without HTML the plain text is what is sent.
  await expect.element(page.getByText('您的验证码是 123456')).toBeVisible();
  expect(page.css('iframe').elements()).toEqual([]);
  await choose('English');
  await expect.element(page.getByText('123456 is your code for Ai Chat')).toBeVisible();
  await expect.element(page.css('iframe')).toHaveAttribute('srcdoc', texts.html_en.replace('{code}', '123456'));
  await choose('纯文本');
  await expect.element(page.getByText('Your code is 123456.')).toBeVisible();
  await choose('短信');
  await expect.element(page.getByText('Ai Chat: 123456, 10 minutes')).toBeVisible();
  await choose('中文');
  await expect.element(page.getByText('没有对应的文字')).toBeVisible();
});

it('lets nothing in the HTML of a mail run or reach the page', async () => {
  await show('en');
  const frame = (await page.css('iframe').findElement()) as HTMLIFrameElement;
  await expect.poll(() => frame.getAttribute('srcdoc')).toContain('<script>');
  expect(frame.sandbox).toHaveLength(0);
  // Of an origin of its own: the page cannot look into it, nor it into the page.
  await expect.poll(() => frame.contentDocument).toBeNull();
  expect([document.title, 'x' in globalThis]).not.toContain('ran');
  expect('x' in globalThis).toBe(false);
});

it('sends what is saved to oneself, in the language at hand; a new template has nothing to send', async () => {
  await answer('/api/admin/user.template/sendTest', {
    body: { code: 1, msg: '', time: 0, data: { email: 'root@example.com' } },
  });
  await show('en');
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect.element(page.getByText('Test email on its way to root@example.com')).toBeVisible();
  expect(heard('POST', 'sendTest').map(({ body }) => body)).toEqual([{ id: 3, language: 'en' }]);
  await show('en', texts, null);
  expect(page.getByRole('button', { name: 'Send me a test' }).elements()).toEqual([]);
});
