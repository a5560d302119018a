import type { MenuEntry } from '#plugin';
import type { Label } from '#resource';

const directory = { label: { 'zh-cn': '我的账户', en: 'My account' }, icon: 'fa fa-user-circle', weigh: 98 } as const;
const entry = (name: string, weigh: number, icon: string, label: Label): MenuEntry => ({
  path: `account/${name}`,
  realm: 'member',
  label,
  icon,
  weigh,
  directory,
});

/** The pages of the centre that every site begins with (protocol §8.2). Rights on a page are rights on its calls. */
export const centreMenu: readonly MenuEntry[] = [
  entry('overview', 99, 'fa fa-home', { 'zh-cn': '账户概览', en: 'Overview' }),
  entry('profile', 98, 'fa fa-id-card-o', { 'zh-cn': '个人资料', en: 'Profile' }),
  entry('changePassword', 97, 'fa fa-key', { 'zh-cn': '修改密码', en: 'Change password' }),
  entry('integral', 96, 'fa fa-star-o', { 'zh-cn': '积分记录', en: 'Points' }),
  entry('balance', 95, 'fa fa-money', { 'zh-cn': '余额记录', en: 'Balance' }),
];
