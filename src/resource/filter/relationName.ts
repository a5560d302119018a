import type { ModelField } from '../modelField.ts';

/**
 * What a path calls the way that a field leads: `category` for `category_id`, `tags` for `tag_ids`, else the field's own
 * name; undefined for a field that leads nowhere.
 */
export function relationName({ name, to }: Pick<ModelField, 'name' | 'to'>): string | undefined {
  if (to === undefined) return undefined;
  return name.endsWith('_ids') ? pluralOf(name.slice(0, -'_ids'.length)) : name.replace(/_id$/, '');
}

/**
 * The key beside a field under which rows carry those that it refers to: `category` for `category_id`, `tag_ids_rows` for
 * `tag_ids`, `pid_row` for the parent `pid`; undefined for a field that refers to none.
 */
export function relatedKeyOf({
  name,
  kind,
  relation,
}: Pick<ModelField, 'name' | 'relation'> & { readonly kind: Pick<ModelField['kind'], 'relation'> }):
  string | undefined {
  if (kind.relation === 'one') return relation;
  if (kind.relation === 'many') return `${name}_rows`;
  return kind.relation && `${name}_row`;
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
