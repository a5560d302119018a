import { Invalid, isVisible, Problem, type Message } from '#resource';

type Body = Readonly<Record<string, unknown>>;

/** What fields are called that people fill in. */
const labels: Readonly<Record<string, Message>> = {
  title: { key: 'chatServer:field.title' },
  text: { key: 'chatServer:field.text' },
  reason: { key: 'chatServer:field.reason' },
  name: { key: 'chatServer:field.name' },
  days: { key: 'chatServer:field.days' },
  models: { key: 'chatServer:field.models' },
  model_id: { key: 'chatServer:field.model' },
};

/** What is said of one field, by what people call it. */
export const refused = (field: string, key: string, params: Record<string, unknown> = {}): Invalid =>
  new Invalid({ [field]: { key, params } }, labels[field] && { [field]: labels[field] });

/** A row id. */
export function idIn(body: Body, field: string): number {
  const value = body[field];
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw refused(field, 'validate:invalid');
  return id;
}

export const idOrNull = (body: Body, field: string): number | null =>
  body[field] === undefined || body[field] === null || body[field] === '' ? null : idIn(body, field);

/** What a conversation, or a public link, is called in addresses. */
export function codeIn(body: Body, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || !/^[\w-]{22}$/.test(value)) throw new Problem('rows:notFound', {}, { status: 404 });
  return value;
}

/** By which the same request sent again is known. */
export function keyIn(body: Body): string {
  const { key } = body;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key)) throw refused('key', 'validate:invalid');
  return key;
}

/** Text that both databases keep, with something in it. */
export function textIn(body: Body, field: string, max: number): string {
  const value = body[field];
  if (value === undefined || value === null || (typeof value === 'string' && !isVisible(value)))
    throw refused(field, 'validate:required');
  if (typeof value !== 'string') throw refused(field, 'validate:text');
  if (value.includes('\0') || !value.isWellFormed()) throw refused(field, 'validate:characters');
  if (value.length > max) throw refused(field, 'validate:max', { max });
  return value;
}

/** `1`, `true` and what forms make of them. */
export const flagIn = (body: Body, field: string): boolean => ['1', 'true', 1, true].includes(body[field] as never);
