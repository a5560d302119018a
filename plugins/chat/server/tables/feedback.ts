import { f, table } from '#resource';
import { requiredRatingField } from './rating.ts';

const feedback = table('chat_feedback', {
  message_id: f.belongsTo('chat_message', {
    required: true,
    unique: true,
    onDelete: 'cascade',
    label: { 'zh-cn': '回答', en: 'Answer' },
  }),
  user_id: f.int({ readonly: true, index: true, label: { 'zh-cn': '会员 ID', en: 'Member ID' }, render: 'member' }),
  model_name: f.text({ max: 100, readonly: true, label: { 'zh-cn': '模型', en: 'Model' } }),
  value: requiredRatingField(),
  reason: f.textarea({ max: 500, label: { 'zh-cn': '原因', en: 'Reason' } }),
});

declare module '#resource' {
  interface Tables {
    chat_feedback: typeof feedback;
  }
}

export const feedbackResource = feedback.resource({
  path: 'chat/feedback',
  label: { 'zh-cn': '回答评价', en: 'Feedback' },
  icon: 'fa fa-thumbs-o-up',
  menu: { weigh: 47 },
  actions: ['index'],
  list: {
    empty: {
      'zh-cn': '还没有评价，有人评价回答后会显示在这里',
      en: 'No ratings yet. They appear here when people rate an answer',
    },
    columns: ['message_id', 'user_id', 'model_name', 'value', 'reason', 'create_time'],
  },
  personal: { realm: 'member', field: 'user_id', erase: { user_id: null, reason: null } },
});
