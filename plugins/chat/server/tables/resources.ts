import type { ChatParts } from '../chatParts.ts';
import { conversation } from './conversation.ts';
import { message } from './message.ts';
import { conversationKey } from '../underway.ts';
import { readAction } from './readAction.ts';

const never = { read: () => false, write: () => false };

export const conversationResource = (parts: ChatParts) =>
  conversation.resource({
    path: 'chat/conversation',
    label: { 'zh-cn': '对话记录', en: 'Conversations' },
    icon: 'fa fa-comments-o',
    menu: { weigh: 60, directory: { label: { 'zh-cn': 'AI 对话', en: 'AI chat' }, icon: 'fa fa-comments', weigh: 70 } },
    title: 'code',
    list: {
      empty: {
        'zh-cn': '还没有对话，会员和访客的对话会显示在这里',
        en: 'No conversations yet. Those of members and visitors appear here',
      },
      columns: ['code', 'owner', 'user_id', 'last_time', 'deleted_time', 'create_time'],
      filters: ['user_id', 'owner', 'last_time', 'deleted_time', 'create_time'],
      sort: '-last_time',
    },
    // What people have written is read by an action of its own, which the security log tells of.
    access: {
      title: never,
      shared: never,
      model_id: never,
      leaf_id: never,
      shared_leaf_id: never,
      shared_state: never,
      titled: never,
    },
    actions: { add: false, edit: false, import: false, read: readAction(parts) },
    personal: { realm: 'member', field: 'user_id', erase: 'delete' },
    hooks: {
      async afterCommit({ action, ids }) {
        if (action === 'del') await parts.host.publish('chat.gone', { what: ids.map(conversationKey) });
      },
    },
  });

export const messageResource = message.resource({
  path: 'chat/message',
  label: { 'zh-cn': '消息记录', en: 'Messages' },
  icon: 'fa fa-comment-o',
  menu: { weigh: 59 },
  title: 'model_name',
  list: {
    empty: { 'zh-cn': '还没有消息', en: 'No messages yet' },
    columns: [
      'conversation_id',
      'role',
      'status',
      'model_name',
      'tokens_in',
      'tokens_out',
      'cost',
      'feedback',
      'detail',
      'create_time',
    ],
    filters: ['conversation_id', 'role', 'status', 'model_name', 'feedback', 'create_time'],
  },
  access: {
    text: never,
    provider_words: never,
    summary: never,
    attachments: never,
    files: never,
    key: never,
    sent_key: never,
    turn_key: never,
    output: never,
    spent: never,
  },
  actions: ['index'],
});
