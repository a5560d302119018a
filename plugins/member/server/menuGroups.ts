import type { MenuGroup } from '#resource';

/** What the menu of administrators puts together of all that has to do with members. */
export const ledgerGroup: MenuGroup = {
  name: 'ledger',
  label: { 'zh-cn': '余额与积分', en: 'Ledger' },
  icon: 'fa fa-book',
  weigh: 60,
};
export const messagesGroup: MenuGroup = {
  name: 'messages',
  label: { 'zh-cn': '邮件与短信', en: 'Messages' },
  icon: 'fa fa-envelope-o',
  weigh: 50,
};
