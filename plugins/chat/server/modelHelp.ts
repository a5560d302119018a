import type { Label } from '#resource';

/** Help at what is said of a model, in the settings and in the form of one. */
export const modelHelp = {
  systemPrompt: {
    'zh-cn': '每次对话都会先告诉模型的内容，如角色、语气和禁止的话题；可留空',
    en: 'What the model is told before every conversation: its role, its tone, what to avoid. Can be empty',
  },
  contextLimit: {
    'zh-cn': '模型一次能处理的长度，含回答，以服务商的说明为准',
    en: 'How much the model can handle at once, its answer included, according to the provider',
  },
  images: { 'zh-cn': '仅当模型能识别图片时开启', en: 'Only turn this on if the model can read images' },
  maxTokens: { 'zh-cn': '更长的回答会在此处中断', en: 'Longer answers are cut off there' },
} as const satisfies Record<string, Label>;
