import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const form = table('checked_form', {
  account: f.text({ format: 'account' }),
  password: f.password(),
  mobile: f.mobile(),
  name: f.text({ format: 'name' }),
  content: f.textarea({ required: true }),
  decimal: f.decimal(),
  title: f.text({ required: true }),
  body: f.richText({ required: true }),
  id_card: f.idCard(),
  rate: f.percent(),
  price: f.money(),
  site: f.url(),
});
const wrong = {
  account: '1a',
  password: 'a&bcdef',
  mobile: '123',
  name: '<b>',
  content: ' ',
  decimal: 'x',
  title: '',
  body: '<p></p>',
  id_card: '1',
  rate: '1.234',
  price: 'x',
  site: 'x',
};
const texts = {
  'zh-cn': {
    account: '账号须为 3 到 15 位，以字母开头，只能含字母、数字和下划线',
    password: '密码格式错误：须为 6 到 32 位，且不能含有 & < > " \'',
    mobile: '请输入正确的手机号码',
    name: '请输入正确的姓名',
    content: '内容不能为空',
    decimal: '请输入正确的数字',
    title: '不能为空',
    body: '请输入正文内容',
    id_card: '请输入正确的身份证号码',
    rate: '请输入最多两位小数的百分比',
    price: '请输入正确的金额格式',
    site: 'URL 格式错误',
  },
  en: {
    account: 'An account name has 3 to 15 letters, digits and underscores and starts with a letter',
    password: 'Password format error: 6 to 32 characters, none of & < > " \'',
    mobile: 'Please enter a valid mobile number',
    name: 'Please enter a valid name',
    content: 'Content cannot be empty',
    decimal: 'Please enter a valid number',
    title: 'This field is required',
    body: 'Please enter some text',
    id_card: 'Please enter a valid ID number',
    rate: 'Please enter a percentage with at most two decimal places',
    price: 'Please enter a valid amount',
    site: 'URL format error',
  },
} as const;

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(await place(), { resources: [form.resource({ path: 'test/form' })] });
  });
  afterAll(() => server.close());

  it.each(['zh-cn', 'en'] as const)('says what is wrong with each value, in %s, and adds nothing', async (language) => {
    const token = await server.signIn();
    const headers = { 'think-lang': language };
    const { json } = await server.request('POST', '/api/admin/test.form/add', { token, headers, body: wrong });
    expect(json).toMatchObject({ code: 0, data: { errors: texts[language] } });
    expect(Object.keys(json.data['errors'] as object)).toHaveLength(Object.keys(wrong).length);
    expect(await server.app.gate.rows('checked_form' as 'admin').count()).toBe(0);
  });
});
