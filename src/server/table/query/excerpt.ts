import { sql, type RawBuilder } from 'kysely';
import type { ModelField, SqlValue } from '#resource';

/** Characters (code points) of a text that lists carry; of a longer one they carry an excerpt. */
const longestText = 300;
/** Names of the row's fields whose values are excerpts stand under this key, which no field can have. */
export const cutFields = '_cut';

/** How a list carries the texts of one field. */
export interface FieldExcerpt {
  /** The column's text as far as it is needed. Its end is cut off by the database: the rest never gets here. */
  sqlOf(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Undefined for a text that came whole. */
  from(raw: SqlValue): { readonly excerpt: unknown } | undefined;
}

/** Undefined when its values are never too long for a list. */
export function excerptOf({ kind, options, type }: ModelField): FieldExcerpt | undefined {
  const most = kind.maxLength?.(options) ?? Infinity;
  if (type !== 'text' || most <= longestText || kind.excerpt === false || kind.whole?.(options)) return undefined;
  const beginning = (text: string): unknown => (kind.load ? null : text);
  const { length, from } = kind.excerpt ?? { length: longestText, from: beginning };
  return {
    sqlOf: (value) => sql`substr(${value}, 1, ${sql.lit(length + 1)})`,
    from(raw) {
      // A code point has one or two units.
      if (typeof raw !== 'string' || raw.length <= length) return undefined;
      const points = [...raw];
      return points.length > length ? { excerpt: from(points.slice(0, length).join('')) } : undefined;
    },
  };
}
