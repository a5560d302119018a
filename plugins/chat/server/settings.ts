import { f, settings, type SettingsGroup } from '#resource';
import type { ChatParts } from './chatParts.ts';
import { defaultBaseUrl } from './defaultBaseUrl.ts';
import { modelHelp } from './modelHelp.ts';
import { tryModel } from './provider/tryModel.ts';

const price = { required: true, scale: 4, min: 0, max: 1_000_000, default: 0 } as const;
const count = (max: number, fallback: number) => ({ required: true, min: 0, max, default: fallback }) as const;

/** The model that answers while the page of the models has none of its own, and who may ask how much. */
const chatSettings = settings('chat', {
  chat_base_url: f.url({
    required: true,
    default: defaultBaseUrl,
    label: { 'zh-cn': '接口地址', en: 'Base URL' },
    help: {
      'zh-cn': '兼容 OpenAI 的接口；默认是本机的 Ollama。环境变量 CHAT_BASE_URL 优先',
      en: 'An OpenAI-compatible endpoint; Ollama on this machine by default. The environment variable CHAT_BASE_URL takes precedence',
    },
  }),
  chat_api_key: f.text({
    secret: true,
    max: 500,
    label: { 'zh-cn': '接口密钥', en: 'API key' },
    help: {
      'zh-cn': '服务商不要求时留空，例如本机的 Ollama。加密保存，不会再显示',
      en: 'Leave it empty if the provider asks for none, as Ollama does. Stored encrypted and never shown again',
    },
  }),
  chat_model: f.text({
    max: 200,
    label: { 'zh-cn': '模型标识', en: 'Model' },
    placeholder: 'llama3.2',
    help: {
      'zh-cn': '服务商使用的名称；环境变量 CHAT_MODEL 优先。留空时使用“模型”页面中的模型',
      en: 'The provider’s name for it. The environment variable CHAT_MODEL takes precedence. If empty, the models on the page “Models” are used',
    },
  }),
  chat_system_prompt: f.textarea({
    max: 20_000,
    label: { 'zh-cn': '系统提示词', en: 'System prompt' },
    help: modelHelp.systemPrompt,
  }),
  chat_context_limit: f.int({
    required: true,
    min: 256,
    max: 10_000_000,
    default: 8192,
    label: { 'zh-cn': '上下文上限（Token）', en: 'Context, in tokens' },
    help: modelHelp.contextLimit,
  }),
  chat_max_tokens: f.int({
    required: true,
    min: 16,
    max: 1_000_000,
    default: 2048,
    label: { 'zh-cn': '回答上限（Token）', en: 'Maximum answer length (tokens)' },
    help: modelHelp.maxTokens,
  }),
  chat_images: f.bool({ default: 0, label: { 'zh-cn': '支持图片', en: 'Accepts images' }, help: modelHelp.images }),
  chat_price_in: f.decimal({
    ...price,
    label: { 'zh-cn': '输入价格（积分/千 Token）', en: 'Points per 1,000 input tokens' },
    help: {
      'zh-cn': '按发送给模型的内容向会员收取；0 为免费',
      en: 'Members pay this for what is sent to the model. 0 is free',
    },
  }),
  chat_price_out: f.decimal({
    ...price,
    label: { 'zh-cn': '输出价格（积分/千 Token）', en: 'Points per 1,000 output tokens' },
    help: { 'zh-cn': '按模型的回答向会员收取；0 为免费', en: 'Members pay this for what the model answers. 0 is free' },
  }),
  chat_titles: f.bool({
    default: 1,
    label: { 'zh-cn': '由模型拟定标题', en: 'Model writes titles' },
    help: {
      'zh-cn': '不消耗会员积分；关闭时以第一条消息的开头为标题',
      en: 'Costs members no points. If this is off, a conversation is named after its first message',
    },
  }),
  chat_summaries: f.bool({
    default: 1,
    label: { 'zh-cn': '长对话自动摘要', en: 'Summaries of long conversations' },
    help: {
      'zh-cn': '由模型概括放不下的较早消息；关闭时较早的消息会被省略',
      en: 'The model summarises what no longer fits. If this is off, it is left out',
    },
  }),
  chat_visitor_daily: f.int({
    ...count(100_000, 10),
    label: { 'zh-cn': '访客每日消息数', en: 'Messages per visitor per day' },
    help: { 'zh-cn': '0 表示访客需要登录', en: '0 means visitors have to sign in' },
  }),
  chat_address_daily: f.int({
    ...count(1_000_000, 50),
    label: { 'zh-cn': '同一地址访客每日消息数', en: 'Messages per IP address per day, all visitors' },
    help: {
      'zh-cn': '同一网络的访客共用；0 表示访客需要登录',
      en: 'Shared by all visitors of one network. 0 means visitors have to sign in',
    },
  }),
  chat_captcha_after: f.int({
    ...count(100_000, 5),
    label: { 'zh-cn': '十分钟内多少条后需要验证', en: 'Messages in ten minutes before a security check' },
    help: { 'zh-cn': '仅对访客；0 为不验证', en: 'For visitors; 0 for none' },
  }),
  chat_per_minute: f.int({
    required: true,
    min: 1,
    max: 10_000,
    default: 20,
    label: { 'zh-cn': '每人每分钟消息数', en: 'Messages per person per minute' },
    help: {
      'zh-cn': '对会员和访客都有效，超出后需稍等片刻',
      en: 'For members and visitors. Whoever sends more has to wait a moment',
    },
  }),
  chat_parallel: f.int({
    required: true,
    min: 1,
    max: 100,
    default: 3,
    label: { 'zh-cn': '每人同时进行的回答', en: 'Parallel answers per person' },
    help: {
      'zh-cn': '同一人在不同对话中可同时等待的回答数',
      en: 'How many conversations of one person can be answered at once',
    },
  }),
  chat_longest_text: f.int({
    required: true,
    min: 100,
    max: 200_000,
    default: 20_000,
    label: { 'zh-cn': '消息最大字数', en: 'Maximum message length (characters)' },
  }),
  chat_keep_days: f.int({
    ...count(36_500, 0),
    label: { 'zh-cn': '对话保留天数', en: 'Keep conversations for (days)' },
    help: {
      'zh-cn': '自最后一条消息起算，置顶的对话除外；0 为一直保留。访客的对话最多保留 30 天',
      en: 'Days after the last message; pinned ones are kept. 0 keeps all of them forever. Visitors’ conversations are kept for at most 30 days',
    },
  }),
  chat_ask: f.bool({
    default: 0,
    label: { 'zh-cn': '启用数据问答', en: 'Ask your tables' },
    help: {
      'zh-cn': '管理员可用自然语言提问；其可见的数据会发送给所选模型的服务商',
      en: 'Administrators ask in their own words. What they can see and ask about is sent to the model’s provider',
    },
  }),
  chat_ask_model: f.text({
    max: 200,
    label: { 'zh-cn': '数据问答使用的模型', en: 'Model for asking about tables' },
    help: {
      'zh-cn': '“模型”页面中的显示名称，需支持工具调用；留空时使用默认模型',
      en: 'Its name on the page “Models”. It has to support tools. If empty, the default model is used',
    },
  }),
});

declare module '#resource' {
  interface SettingsGroups {
    chat: typeof chatSettings;
  }
}

const modelFields = [
  'chat_base_url',
  ['chat_model', 'chat_api_key'],
  'chat_system_prompt',
  ['chat_context_limit', 'chat_max_tokens'],
  ['chat_price_in', 'chat_price_out'],
  ['chat_images', 'chat_titles'],
  'chat_summaries',
] as const;
const limitFields = [
  ['chat_visitor_daily', 'chat_address_daily'],
  ['chat_captcha_after', 'chat_per_minute'],
  ['chat_parallel', 'chat_longest_text'],
  'chat_keep_days',
] as const;
const askFields = ['chat_ask', 'chat_ask_model'] as const;

export const chatGroup = (parts: ChatParts): SettingsGroup =>
  chatSettings.group({
    label: { 'zh-cn': 'AI 对话', en: 'AI chat' },
    check({ next, prev, given }) {
      // Whoever changes the server must not learn from it what they cannot read here.
      const isElsewhere = next.chat_base_url !== prev.chat_base_url && prev.chat_api_key !== null;
      return isElsewhere && !given.includes('chat_api_key') ? { chat_api_key: { key: 'chatServer:keyAgain' } } : {};
    },
    test: {
      label: { 'zh-cn': '测试模型', en: 'Test the model' },
      run: ({ settings: given }) => tryModel(parts, given),
    },
    layout: [
      { section: { 'zh-cn': '模型', en: 'Model' }, fields: modelFields },
      { section: { 'zh-cn': '访客与限额', en: 'Visitors and limits' }, fields: limitFields },
      { section: { 'zh-cn': '数据问答', en: 'Ask your tables' }, fields: askFields },
    ],
  });
