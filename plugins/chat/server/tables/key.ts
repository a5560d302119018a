import { f, table } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import { apiKeyKey } from '../underway.ts';

/** Keys of members for the API. Of the key itself nothing is kept but a digest: it has 256 random bits. */
const key = table('chat_key', {
  user_id: f.int({
    required: true,
    index: true,
    readonly: true,
    label: { 'zh-cn': '会员 ID', en: 'Member ID' },
    render: 'member',
  }),
  name: f.text({ required: true, max: 50, search: true, label: { 'zh-cn': '名称', en: 'Name' } }),
  prefix: f.text({ max: 16, readonly: true, label: { 'zh-cn': '密钥前缀', en: 'Begins with' } }),
  hash: f.text({ required: true, unique: true, max: 64, readonly: true, filter: false }),
  /** Ids of the models that it is for; empty for all. */
  models: f.json({ readonly: true, filter: false }),
  last_used_time: f.timestamp({ label: { 'zh-cn': '最近使用', en: 'Last used' } }),
  expire_time: f.timestamp({ label: { 'zh-cn': '过期时间', en: 'Expires' } }),
  revoke_time: f.timestamp({ label: { 'zh-cn': '撤销时间', en: 'Revoked' } }),
});

declare module '#resource' {
  interface Tables {
    chat_key: typeof key;
  }
}

export const keyResource = (parts: ChatParts) =>
  key.resource({
    path: 'chat/key',
    label: { 'zh-cn': 'API 密钥', en: 'API keys' },
    rowLabel: { 'zh-cn': 'API 密钥', en: 'API key' },
    icon: 'fa fa-key',
    menu: { weigh: 45 },
    actions: { add: false, edit: false, import: false },
    list: {
      empty: {
        'zh-cn': '还没有 API 密钥，会员创建的密钥会显示在这里',
        en: 'No API keys yet. Those that members create appear here',
      },
      columns: ['user_id', 'name', 'prefix', 'last_used_time', 'expire_time', 'revoke_time', 'create_time'],
      filters: ['user_id', 'name', 'prefix', 'last_used_time', 'revoke_time'],
    },
    access: { hash: { read: () => false, write: () => false } },
    personal: { realm: 'member', field: 'user_id', erase: 'delete' },
    hooks: {
      async afterCommit({ action, ids }) {
        if (action === 'del') await parts.host.publish('chat.gone', { what: ids.map(apiKeyKey) });
      },
    },
  });
