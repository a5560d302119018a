import { definePlugin } from '#plugin';
import { f, table } from '#resource';

const partner = table('partner', {
  username: f.text({ required: true, unique: true, max: 15 }),
  company: f.text({ max: 100 }),
  group_ids: f.belongsToMany('partner_group', { required: true }),
  password: f.password({ required: true }),
  status: f.bool({ default: 1 }),
  session_number: f.int({ readonly: true, default: 1 }),
  last_login_time: f.datetime({ readonly: true }),
  last_login_ip: f.text({ readonly: true }),
});
const group = table('partner_group', {
  name: f.text({ required: true, unique: true }),
  is_super: f.bool({ help: { 'zh-cn': '拥有全部权限', en: 'Has every permission' } }),
  rule_ids: f.belongsToMany('partner_rule', { render: 'permissions', when: { is_super: 0 } }),
  status: f.bool({ default: 1 }),
});
const rule = table('partner_rule', {
  pid: f.parent(),
  title: f.text({ required: true, translated: { en: 'made_title_en', of: 'made_title' } }),
  type: f.enum({ menu_dir: 'Directory', menu: 'Page', button: 'Button' }, { default: 'menu' }),
  name: f.text({ required: true, unique: true }),
  path: f.text(),
  icon: f.icon(),
  menu_type: f.enum({ tab: 'Tab', link: 'Link', iframe: 'Frame' }, { default: 'tab' }),
  url: f.url(),
  component: f.text(),
  extend: f.enum({ none: '–', add_rules_only: 'Route only', add_menu_only: 'Menu only' }, { default: 'none' }),
  remark: f.textarea(),
  status: f.bool({ default: 1 }),
  weigh: f.weigh(),
  made_title: f.text({ readonly: true }),
  made_title_en: f.text({ readonly: true }),
  gone: f.bool({ readonly: true }),
});
const shipment = table('shipment', { goods: f.text({ required: true }), partner_id: f.belongsTo('partner') });

declare module '#resource' {
  interface Tables {
    partner: typeof partner;
    partner_group: typeof group;
    partner_rule: typeof rule;
    shipment: typeof shipment;
  }
  interface Realms {
    partner: true;
  }
}

export default definePlugin({
  name: 'partners',
  resources: [
    partner.resource({ path: 'trade/partner' }),
    group.resource({ path: 'trade/group' }),
    rule.resource({ path: 'trade/rule', choices: ['type', 'name'], traits: { tree: true, sortable: true } }),
    shipment.resource({
      path: 'trade/shipment',
      realms: { partner: { owner: 'partner_id', actions: ['index', 'add'], read: ['goods'], write: ['goods'] } },
    }),
  ],
  realms: [
    {
      name: 'partner',
      base: '/partner',
      tokenHeader: 'x-partner-token',
      refreshed: 'partner-refresh',
      signInPage: { routePath: '/partner/login', routeName: 'partnerLogin' },
      startPage: { routePath: '/partner', routeName: 'partner' },
      signIn: '/partner/session/login',
      start: '/partner/session/index',
      accounts: 'partner',
      rights: { groups: 'partner_group', rules: 'partner_rule', of: 'group_ids' },
      userInfo: ({ company }) => ({ company }),
    },
  ],
  menu: [
    { path: 'report/sales', realm: 'partner', label: { 'zh-cn': '销售', en: 'Sales' }, buttons: { export: 'Export' } },
  ],
  routes: [
    { method: 'GET', url: '/partner/report.sales/index', node: 'report/sales', handler: () => [] },
    { method: 'GET', url: '/partner/report.sales/export', node: 'report/sales/export', handler: () => 'goods\n' },
  ],
});
