import { f, table } from '#resource';
import { ledgerGroup } from '../menuGroups.ts';

/** Days on which members have checked in. */
const checkIn = table('user_check_in', {
  user_id: f.belongsTo('user', { required: true, onDelete: 'cascade', label: { 'zh-cn': '会员', en: 'Member' } }),
  /** In the time zone that the member had then. */
  date: f.date({ required: true, label: { 'zh-cn': '签到日期', en: 'Date' } }),
  time_zone: f.text({ max: 64, label: { 'zh-cn': '时区', en: 'Time zone' } }),
  streak: f.int({ required: true, label: { 'zh-cn': '连续天数', en: 'Days in a row' } }),
  points: f.int({ required: true, label: { 'zh-cn': '获得积分', en: 'Points' } }),
  /** Member and day: the database lets them have one check-in. */
  key: f.text({ required: true, unique: true, filter: false }),
});

declare module '#resource' {
  interface Tables {
    user_check_in: typeof checkIn;
  }
}

export const checkInResource = checkIn.resource({
  path: 'user/checkIn',
  label: { 'zh-cn': '签到记录', en: 'Check-ins' },
  icon: 'fa fa-calendar-check-o',
  menu: { weigh: 88, group: ledgerGroup },
  personal: { realm: 'member', field: 'user_id', erase: 'delete', omit: ['key'] },
  actions: ['index'],
  list: {
    empty: { 'zh-cn': '还没有会员签到', en: 'No members have checked in yet' },
    columns: ['user.username', 'date', 'time_zone', 'streak', 'points', 'create_time'],
    filters: ['user_id', 'user.username', 'date', 'streak', 'create_time'],
  },
});
