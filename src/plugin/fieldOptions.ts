import type { PrivateOptions } from '#resource';

export type OptionType = 'boolean' | 'number' | 'text' | 'texts' | 'object';

/** What fields of any table may say to the plugin, below its name in `private`. */
export interface PluginFieldOptions {
  /** Kinds of fields that take them; any unless said otherwise. */
  readonly kinds?: readonly string[];
  /** By name. */
  readonly options: Readonly<Record<string, OptionType>>;
  /** Those that the browser gets, in `private` of the field's manifest; none unless said otherwise. */
  readonly public?: readonly string[];
}

/** A field that says something to the plugin. */
export interface OptionedField<N extends string> {
  readonly table: string;
  readonly field: string;
  readonly kind: string;
  readonly options: N extends keyof PrivateOptions ? PrivateOptions[N] : never;
}

export interface FieldOptionsHost {
  /** Fields of all tables that have options of this plugin, which is named for the types: `host.fieldOptions('files')`. */
  fieldOptions<N extends keyof PrivateOptions & string>(plugin: N): readonly OptionedField<N>[];
}
