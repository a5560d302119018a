import type { Json } from '#resource';
import { wrong } from './wrong.ts';

type Given = Readonly<Record<string, unknown>>;

const isBetween =
  (least: number, most: number) =>
  (given: unknown): boolean =>
    typeof given === 'number' && given >= least && given <= most;

const mostStops = 4;
const longestStop = 256;
const isStop = (given: unknown): boolean => typeof given === 'string' && given.length <= longestStop;

/** Settings of a model that are passed on, and what OpenAI takes for them. */
const settings: Readonly<Record<string, (given: unknown) => boolean>> = {
  temperature: isBetween(0, 2),
  top_p: isBetween(0, 1),
  presence_penalty: isBetween(-2, 2),
  frequency_penalty: isBetween(-2, 2),
  seed: Number.isSafeInteger,
  stop: (given) => (Array.isArray(given) ? given.length <= mostStops && given.every(isStop) : isStop(given)),
};

/** The settings of a request. Null is as if it were not there, as with OpenAI. */
export function settingsIn(body: Given): Readonly<Record<string, Json>> {
  const given = Object.entries(settings).filter(([name]) => !isAbsent(body[name]));
  for (const [name, isRight] of given) if (!isRight(body[name])) throw wrong(name);
  return Object.fromEntries(given.map(([name]) => [name, body[name] as Json]));
}

export const isAbsent = (given: unknown): given is null | undefined => given === undefined || given === null;

const formats = new Set<unknown>(['text', 'json_object', 'json_schema']);
const isObject = (given: unknown): given is Given =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** In which form the model has to answer. */
export function formatIn({ response_format: format }: Given): { readonly response_format?: Json } {
  if (isAbsent(format)) return {};
  if (!isObject(format)) throw wrong('response_format');
  if (!formats.has(format['type'])) throw wrong('response_format.type');
  if (format['type'] === 'json_schema' && !isObject(format['json_schema'])) throw wrong('response_format.json_schema');
  return { response_format: format as Json };
}
