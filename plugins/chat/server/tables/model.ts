import { f, Invalid, table } from '#resource';
import { modelHelp } from '../modelHelp.ts';

const tokens = { required: true, min: 1, max: 10_000_000 } as const;
const unit = { 'zh-cn': '每千 Token 消耗的积分', en: 'Points per 1,000 tokens' };
const price = { scale: 4, min: 0, max: 1_000_000, default: 0 } as const;

const model = table('chat_model', {
  provider_id: f.belongsTo('chat_provider', {
    required: true,
    width: 120,
    label: { 'zh-cn': '服务商', en: 'Provider' },
  }),
  name: f.text({ required: true, max: 100, search: true, label: { 'zh-cn': '显示名称', en: 'Name' } }),
  model: f.text({
    required: true,
    max: 200,
    width: 136,
    label: { 'zh-cn': '模型标识', en: 'Model' },
    help: { 'zh-cn': '服务商使用的名称，如 gpt-4o-mini', en: 'The provider’s name for it, such as gpt-4o-mini' },
  }),
  description: f.text({
    max: 255,
    label: { 'zh-cn': '说明', en: 'Description' },
    help: { 'zh-cn': '选择模型时显示在名称下方', en: 'Shown below the name where people choose a model' },
  }),
  system_prompt: f.textarea({
    max: 20_000,
    label: { 'zh-cn': '系统提示词', en: 'System prompt' },
    help: modelHelp.systemPrompt,
  }),
  context_limit: f.int({
    ...tokens,
    default: 8192,
    label: { 'zh-cn': '上下文上限（Token）', en: 'Context, in tokens' },
    help: modelHelp.contextLimit,
  }),
  max_tokens: f.int({
    ...tokens,
    default: 2048,
    label: { 'zh-cn': '回答上限（Token）', en: 'Maximum answer length (tokens)' },
    help: modelHelp.maxTokens,
  }),
  price_in: f.decimal({ ...price, label: { 'zh-cn': '输入价格', en: 'Input price' }, help: unit }),
  price_out: f.decimal({ ...price, label: { 'zh-cn': '输出价格', en: 'Output price' }, help: unit }),
  audience: f.enum(
    {
      everyone: { 'zh-cn': '访客与会员', en: 'Visitors and members' },
      members: { 'zh-cn': '仅会员', en: 'Members only' },
    },
    {
      default: 'everyone',
      label: { 'zh-cn': '可用对象', en: 'Available to' },
      help: {
        'zh-cn': '访客不付积分，只受每日消息数限制；收费模型可设为仅会员',
        en: 'Visitors pay nothing and are limited by messages per day. A model with a price can be for members only',
      },
    },
  ),
  images: f.bool({ label: { 'zh-cn': '支持图片', en: 'Accepts images' }, help: modelHelp.images }),
  fallback_id: f.belongsTo('chat_model', {
    onDelete: 'null',
    label: { 'zh-cn': '备用模型', en: 'When it fails' },
    help: {
      'zh-cn': '此模型在回答之前失败时改用的模型',
      en: 'The model to use instead if this one fails before it has answered anything',
    },
  }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
});

declare module '#resource' {
  interface Tables {
    chat_model: typeof model;
  }
}

export const modelResource = model.resource({
  path: 'chat/model',
  label: { 'zh-cn': '模型', en: 'Models' },
  rowLabel: { 'zh-cn': '模型', en: 'model' },
  icon: 'fa fa-cube',
  menu: { weigh: 51 },
  title: 'name',
  traits: { sortable: true },
  remark: {
    'zh-cn': '排在最前的模型为默认模型。价格为每千 Token 消耗的积分。',
    en: 'The first model is the default. Prices are in points per 1,000 tokens.',
  },
  list: { columns: ['name', 'provider.name', 'model', 'price_in', 'price_out', 'audience', 'status'] },
  form: {
    layout: [
      'provider_id',
      ['name', 'model'],
      'description',
      'system_prompt',
      ['context_limit', 'max_tokens'],
      ['price_in', 'price_out'],
      ['audience', 'fallback_id'],
      ['images', 'status'],
    ],
  },
  hooks: {
    beforeSave({ next, prev }) {
      if (prev && next.fallback_id === prev.id) throw new Invalid({ fallback_id: { key: 'chatServer:ownFallback' } });
    },
  },
});
