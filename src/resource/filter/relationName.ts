import type { ModelField } from '../modelField.ts';

/**
 * What a path calls the way that a field leads: `category` for `category_id`, `tags` for `tag_ids`, else the field's own
 * name; undefined for a field that leads nowhere.
 */
export function relationName({ name, to }: Pick<ModelField, 'name' | 'to'>): string | undefined {
  if (to === undefined) return undefined;
  return name.endsWith('_ids') ? pluralOf(name.slice(0, -'_ids'.length)) : name.replace(/_id$/, '');
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
