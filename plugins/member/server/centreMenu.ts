import type { MenuEntry } from '#plugin';
import type { Label } from '#resource';

const directory = { label: { 'zh-cn': '我的账号', en: 'My account' }, icon: 'fa fa-user-circle', weigh: 98 } as const;
const entry = (
  name: string,
  weigh: number,
  icon: string,
  label: Label,
  buttons: Readonly<Record<string, Label>> = {},
): MenuEntry => ({ path: `account/${name}`, realm: 'member', label, icon, weigh, directory, buttons });

/**
 * The pages of the centre that every site begins with (protocol §8.2). Rights on a page are rights on its calls; its buttons
 * have their own.
 */
export const centreMenu: readonly MenuEntry[] = [
  entry(
    'overview',
    99,
    'fa fa-home',
    { 'zh-cn': '账号概览', en: 'Overview' },
    { checkIn: { 'zh-cn': '签到', en: 'Check in' } },
  ),
  entry('profile', 98, 'fa fa-id-card-o', { 'zh-cn': '个人资料', en: 'Profile' }),
  entry('changePassword', 97, 'fa fa-shield', { 'zh-cn': '密码与安全', en: 'Password and security' }),
  entry(
    'integral',
    96,
    'fa fa-star-o',
    { 'zh-cn': '积分记录', en: 'Points' },
    { redeem: { 'zh-cn': '使用兑换码', en: 'Redeem codes' } },
  ),
  entry('balance', 95, 'fa fa-money', { 'zh-cn': '余额记录', en: 'Balance' }),
];
