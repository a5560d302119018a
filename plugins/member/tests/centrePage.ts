import { answer, open } from '#component';
import half from '../web.tsx';

half.register();

/** An answer of the server, in its envelope. */
export const said = (data: object | null) => ({ body: { code: 1, msg: '', time: 0, data } });
/** A refusal; `errors` says what is wrong with which field. */
export const refused = (msg: string, errors?: Readonly<Record<string, string>>) => ({
  body: { code: 0, msg, time: 0, data: errors ? { errors } : null },
});

export const ada = {
  id: 17,
  username: 'ada',
  nickname: 'Ada',
  avatar: '',
  email: '',
  mobile: '',
  gender: 0,
  birthday: '',
  money: '1234.50',
  score: 12_345,
  motto: '',
  time_zone: '',
};

interface Look {
  readonly language?: 'zh-cn' | 'en';
  readonly member?: Partial<typeof ada>;
  /** Of the site. */
  readonly currency?: string;
  readonly phone?: boolean;
  /** Titles of links in the top bar. */
  readonly links?: readonly string[];
  /** What is different when the page asks again who is signed in. */
  readonly later?: Partial<typeof ada>;
}

/** What the menu shows in a frame. */
export const framed = 'http://localhost:1/framed';
const pages = ['overview', 'profile', 'changePassword', 'balance', 'integral'];
const entry = { menu_type: 'tab', url: '', icon: '', extend: 'none', keepalive: 0, remark: '' };
const menus = [
  {
    ...entry,
    id: 40,
    pid: 0,
    type: 'menu',
    title: 'Framed',
    name: 'framed',
    path: 'framed',
    menu_type: 'iframe',
    url: framed,
  },
  {
    ...entry,
    id: 1,
    pid: 0,
    type: 'menu_dir',
    title: 'Account',
    name: 'account',
    path: 'account',
    children: pages.map((page, at) => ({
      ...entry,
      id: at + 2,
      pid: 1,
      type: 'menu',
      title: page,
      name: `account/${page}`,
      path: `account/${page}`,
      component: `account/${page}`,
      children: ['checkIn', 'redeem'].map((button, under) => ({
        ...entry,
        id: 100 + 10 * at + under,
        pid: at + 2,
        type: 'button',
        title: button,
        name: `account/${page}/${button}`,
        path: '',
        children: [],
      })),
    })),
  },
];

/** Opens a page of the centre, signed in, whose calls are answered by the test. */
export async function openCentre(page: string, look: Look = {}) {
  const { language = 'en', member = {}, later, currency = 'CNY', phone = false, links = [] } = look;
  const person = { ...ada, ...member };
  await answer('/config.json', { adds: { openMemberCenter: true, currency } });
  const rules = links.map((title, id) => ({
    id,
    type: 'nav',
    title,
    path: title,
    menu_type: 'link',
    url: `https://${id}.example/`,
  }));
  await answer('/api/index/index?requiredLogin=0', said({ rules }));
  const start = (userInfo: object) => said({ userInfo, menus, rules: [], siteConfig: {} });
  await answer('/api/user/index', start(person), ...(later ? [start({ ...person, ...later })] : []));
  localStorage.setItem('userInfo', JSON.stringify({ ...person, token: 'x', refreshToken: '' }));
  await open(page.startsWith('iframe/') ? `/user/${page}` : `/user/account/${page}`, {
    language,
    phone,
    visitor: true,
  });
}
