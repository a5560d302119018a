import type { RowOf, Tables, SettingsOf } from '#resource';
import type { ChatModelInfo } from '../shared/wire.ts';
import type { ChatParts } from './chatParts.ts';
import type { Owner } from './owner.ts';
import { needs } from './problems.ts';
import { defaultBaseUrl } from './defaultBaseUrl.ts';

/** Where a model is asked. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly key: string | null;
  /** The environment has set the address, or it is that of an Ollama here: private networks are no hindrance. */
  readonly isTrusted: boolean;
  readonly model: string;
}

/** A model that answers. The one of the settings has the id 0. */
export interface ChatModel extends ChatModelInfo {
  readonly endpoint: Endpoint;
  readonly systemPrompt: string | null;
  /** Tokens. */
  readonly contextLimit: number;
  readonly maxTokens: number;
  readonly isForVisitors: boolean;
  readonly fallback: number | null;
}

/** Those that are set up, the default first. */
async function allModels(parts: ChatParts): Promise<readonly ChatModel[]> {
  const [settings, rows, providers] = await Promise.all([
    parts.host.settings('chat'),
    parts.rows('chat_model').list({ status: 1 }, { sort: '-weigh' }),
    parts.rows('chat_provider').list({ status: 1 }),
  ]);
  const byId = new Map(providers.map((each) => [each.id, each]));
  const own = settingsModel(parts, settings);
  return [
    ...rows.flatMap((row) => {
      const provider = byId.get(row.provider_id);
      return provider ? [rowModel(parts, row, provider)] : [];
    }),
    ...(own ? [own] : []),
  ];
}

/** Whether any is set up. */
export const hasModel = async (parts: ChatParts): Promise<boolean> => (await allModels(parts)).length > 0;

/** Those that somebody may use. */
export const modelsFor = async (parts: ChatParts, { user }: Owner): Promise<readonly ChatModel[]> =>
  (await allModels(parts)).filter(({ isForVisitors }) => isForVisitors || user !== null);

/** The one that is asked for, the default otherwise; a refusal when there is none. */
export function chosenModel(models: readonly ChatModel[], id: number | null): ChatModel {
  const found = id === null ? models[0] : models.find((each) => each.id === id);
  if (!found) throw needs(models.length === 0 ? 'chatServer:noModel' : 'chatServer:modelGone', { needed: 'model' });
  return found;
}

/** The model, and those that are asked when it fails, each once. */
export function withFallbacks(models: readonly ChatModel[], first: ChatModel): readonly ChatModel[] {
  const chain = [first];
  for (let next = first.fallback; next !== null;) {
    const found = models.find(({ id }) => id === next);
    if (!found || chain.includes(found)) break;
    chain.push(found);
    next = found.fallback;
  }
  return chain;
}

export const modelInfo = ({ id, name, description, price_in, price_out, images }: ChatModel): ChatModelInfo => ({
  id,
  name,
  description,
  price_in,
  price_out,
  images,
});

/** Where the settings lead, and the environment before them. Its key goes to its own address only, and to that of an Ollama here. */
export function settingsEndpoint(
  { environment }: Pick<ChatParts, 'environment'>,
  settings: Pick<SettingsOf<'chat'>, 'chat_base_url' | 'chat_api_key' | 'chat_model'>,
): Endpoint | undefined {
  const model = filled(environment.CHAT_MODEL) ?? filled(settings.chat_model);
  if (model === undefined) return undefined;
  const given = filled(environment.CHAT_BASE_URL);
  const baseUrl = given ?? settings.chat_base_url;
  const isTrusted = isTrustedUrl({ environment }, baseUrl);
  const environmentKey = isTrusted ? filled(environment.CHAT_API_KEY) : undefined;
  const settingsKey = given === undefined || given === settings.chat_base_url ? settings.chat_api_key : null;
  return { baseUrl, model, isTrusted, key: environmentKey ?? settingsKey };
}

const isTrustedUrl = ({ environment }: Pick<ChatParts, 'environment'>, url: string): boolean =>
  [filled(environment.CHAT_BASE_URL), defaultBaseUrl].some(
    (known) => known !== undefined && plain(known) === plain(url),
  );

const plain = (url: string): string => url.replace(/\/+$/, '');
const filled = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

function settingsModel(parts: ChatParts, settings: SettingsOf<'chat'>): ChatModel | undefined {
  const endpoint = settingsEndpoint(parts, settings);
  if (!endpoint) return undefined;
  return {
    id: 0,
    name: endpoint.model.slice(0, 100),
    description: '',
    price_in: settings.chat_price_in,
    price_out: settings.chat_price_out,
    images: settings.chat_images === 1,
    endpoint,
    systemPrompt: settings.chat_system_prompt,
    contextLimit: settings.chat_context_limit,
    maxTokens: settings.chat_max_tokens,
    isForVisitors: true,
    fallback: null,
  };
}

function rowModel(
  parts: ChatParts,
  row: RowOf<Tables['chat_model']>,
  provider: RowOf<Tables['chat_provider']>,
): ChatModel {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? '',
    price_in: row.price_in,
    price_out: row.price_out,
    images: row.images === 1,
    endpoint: {
      baseUrl: provider.base_url,
      key: provider.stored_key,
      isTrusted: isTrustedUrl(parts, provider.base_url),
      model: row.model,
    },
    systemPrompt: row.system_prompt,
    contextLimit: row.context_limit,
    maxTokens: row.max_tokens,
    isForVisitors: row.audience === 'everyone',
    fallback: row.fallback_id,
  };
}
