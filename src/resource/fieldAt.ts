import type { ModelField } from './modelField.ts';
import { suggestion } from './nearest.ts';

export type Fields = ReadonlyMap<string, ModelField>;

/** The field of this name; throws where there is none, `where` being what names it. */
export function fieldAt(fields: Fields, name: string, where: string): ModelField {
  const field = fields.get(name);
  if (!field) throw new Error(`${where}: there is no field "${name}". ${suggestion(name, fields.keys())}`);
  return field;
}
