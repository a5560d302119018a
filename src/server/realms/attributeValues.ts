import type { Caller, Json } from '#resource';

export type AttributeValues = Caller['attributes'];

/**
 * What callers have by the name of the attribute. A name that nobody has declared throws, as does one whose value could not be
 * found: a rule that went on with nothing would open all rows.
 */
export function attributeValues(
  values: Readonly<Record<string, Json>>,
  failed: ReadonlyMap<string, unknown> = new Map(),
): AttributeValues {
  return new Proxy(values, {
    get(target, name) {
      if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
      if (Object.hasOwn(target, name)) return target[name];
      if (failed.has(name)) throw failed.get(name);
      const known = [...Object.keys(target), ...failed.keys()].join(', ') || 'none';
      throw new Error(`caller.attributes.${name}: no plugin that is on brings this attribute. There are: ${known}.`);
    },
  }) as AttributeValues;
}
