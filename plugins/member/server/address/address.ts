import { f, Problem, table } from '#resource';

const mostAddresses = 50;

/** Where members want things sent: a table that serves them by its owner. */
const address = table('user_address', {
  user_id: f.belongsTo('user', { required: true, onDelete: 'cascade', label: { 'zh-cn': '会员', en: 'Member' } }),
  name: f.text({ required: true, max: 50, search: true, width: 110, label: { 'zh-cn': '收货人', en: 'Recipient' } }),
  mobile: f.mobile({ required: true, width: 120, label: { 'zh-cn': '手机', en: 'Mobile' } }),
  area: f.area({ required: true, width: 170, label: { 'zh-cn': '所在地区', en: 'Area' } }),
  address: f.text({ required: true, max: 200, width: 150, label: { 'zh-cn': '详细地址', en: 'Street and number' } }),
  is_default: f.bool({ width: 104, label: { 'zh-cn': '默认地址', en: 'Default' } }),
});

declare module '#resource' {
  interface Tables {
    user_address: typeof address;
  }
}

export const addressResource = address.resource({
  path: 'user/address',
  label: { 'zh-cn': '收货地址', en: 'Addresses' },
  rowLabel: { 'zh-cn': '收货地址', en: 'address' },
  icon: 'fa fa-map-marker',
  menu: { weigh: 95 },
  personal: { realm: 'member', field: 'user_id', erase: 'delete' },
  list: {
    empty: {
      'zh-cn': '还没有收货地址，会员添加后会显示在这里',
      en: 'No addresses yet. Those that members add appear here',
    },
    columns: ['user.username', 'name', 'mobile', 'area', 'address', 'is_default'],
  },
  realms: {
    // Members see and change their own rows, and no others exist for them.
    member: {
      owner: 'user_id',
      actions: ['index', 'add', 'edit', 'del'],
      read: ['name', 'mobile', 'area', 'address', 'is_default'],
      write: ['name', 'mobile', 'area', 'address', 'is_default'],
    },
  },
  hooks: {
    async beforeSave({ next, prev, context }) {
      if (prev) return;
      const count = await context.table('user_address').count({ user_id: next.user_id! });
      if (count >= mostAddresses) throw new Problem('ledgerServer:addresses', { limit: mostAddresses });
    },
    /** One default at the most. */
    async afterSave({ row: { id, user_id, is_default: isDefault }, context }) {
      if (!isDefault) return;
      const rows = context.table('user_address');
      for (const other of await rows.list({ user_id, is_default: 1, id: { ne: id } }))
        await rows.edit(other.id, { is_default: 0 });
    },
  },
});
