import type { PluginPart } from '#plugin';
import { settingsPath } from '#resource';
import type { ChatParts } from './chatParts.ts';
import { hasModel } from './models.ts';

/** Nobody can chat before there is a model. */
export const firstStep = (parts: ChatParts): PluginPart => ({
  firstSteps: [
    {
      label: { 'zh-cn': '接入 AI 模型', en: 'Connect an AI model' },
      help: {
        'zh-cn': '在系统配置的“AI 对话”中填写接口地址、模型标识和密钥，并测试。',
        en: 'Enter the base URL, the model and its key under AI chat in the settings, and test them.',
      },
      go: { 'zh-cn': '打开设置', en: 'Open settings' },
      path: `${settingsPath}?group=chat`,
      isDone: () => hasModel(parts),
    },
  ],
});
