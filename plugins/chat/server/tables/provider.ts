import { f, Invalid, table } from '#resource';

const provider = table('chat_provider', {
  name: f.text({ required: true, max: 50, search: true, label: { 'zh-cn': '名称', en: 'Name' } }),
  base_url: f.url({
    required: true,
    label: { 'zh-cn': '接口地址', en: 'Base URL' },
    placeholder: 'https://api.openai.com/v1',
    help: {
      'zh-cn': '兼容 OpenAI 的接口地址；内网地址需由环境变量 FETCH_PRIVATE 允许',
      en: 'Of an OpenAI-compatible endpoint. Private addresses must be allowed with the environment variable FETCH_PRIVATE',
    },
  }),
  /** What was typed: kept as `stored_key`, and never shown again. */
  api_key: f.text({
    encrypted: true,
    max: 500,
    label: { 'zh-cn': '接口密钥', en: 'API key' },
    help: {
      'zh-cn': '加密保存，不会再显示；编辑时留空则保留原密钥',
      en: 'Stored encrypted and never shown again. When you edit, leave it empty to keep the current one',
    },
  }),
  has_key: f.bool({ readonly: true, label: { 'zh-cn': '已设密钥', en: 'Has a key' } }),
  stored_key: f.text({ encrypted: true, max: 500, readonly: true }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
});

declare module '#resource' {
  interface Tables {
    chat_provider: typeof provider;
  }
}

const never = { read: () => false, write: () => false };

export const providerResource = provider.resource({
  path: 'chat/provider',
  label: { 'zh-cn': '模型服务商', en: 'Providers' },
  rowLabel: { 'zh-cn': '模型服务商', en: 'provider' },
  icon: 'fa fa-plug',
  menu: { weigh: 50 },
  title: 'name',
  list: { columns: ['name', 'base_url', 'has_key', 'status', 'update_time'] },
  form: { layout: ['name', 'base_url', 'api_key', 'status'] },
  access: { stored_key: never },
  hooks: {
    beforeSave({ next, prev, changes }) {
      const typed = next.api_key;
      next.api_key = null;
      // Whoever changes the server must not learn from it what they cannot read here.
      if (prev?.has_key && 'base_url' in changes && next.base_url !== prev.base_url && !typed)
        throw new Invalid({ api_key: { key: 'chatServer:keyAgain' } });
      if (!typed) return;
      next.stored_key = typed;
      next.has_key = 1;
    },
  },
});
