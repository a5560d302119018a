import { f, table } from '#resource';

const prompt = table('chat_prompt', {
  title: f.text({ required: true, max: 100, search: true, label: { 'zh-cn': '标题', en: 'Title' } }),
  category: f.text({ max: 50, label: { 'zh-cn': '分类', en: 'Category' } }),
  text: f.textarea({ required: true, max: 4000, label: { 'zh-cn': '提示词', en: 'Prompt' } }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
});
/** Messages that hold one of these are not sent. */
const refusedWord = table('chat_refused_word', {
  word: f.text({ required: true, unique: true, max: 100, search: true, label: { 'zh-cn': '词语', en: 'Word' } }),
});

declare module '#resource' {
  interface Tables {
    chat_prompt: typeof prompt;
    chat_refused_word: typeof refusedWord;
  }
}

export const promptResource = prompt.resource({
  path: 'chat/prompt',
  label: { 'zh-cn': '提示词库', en: 'Prompts' },
  rowLabel: { 'zh-cn': '提示词', en: 'prompt' },
  icon: 'fa fa-lightbulb-o',
  menu: { weigh: 49 },
  title: 'title',
  traits: { sortable: true },
  list: {
    empty: { 'zh-cn': '还没有提示词', en: 'No prompts yet' },
    columns: ['title', 'category', 'status', 'update_time'],
  },
});

export const refusedWordResource = refusedWord.resource({
  path: 'chat/refusedWord',
  label: { 'zh-cn': '屏蔽词', en: 'Blocked words' },
  rowLabel: { 'zh-cn': '屏蔽词', en: 'blocked word' },
  icon: 'fa fa-ban',
  menu: { weigh: 46 },
  remark: {
    'zh-cn': '包含这些词语的消息不会被发送，不区分大小写。',
    en: 'Messages containing one of these are not sent. Not case-sensitive.',
  },
});
