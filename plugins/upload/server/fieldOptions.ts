import type { PluginFieldOptions } from '#plugin';

declare module '#resource' {
  interface PrivateOptions {
    upload: {
      /** Only who may read the row gets the file, by addresses that end. */
      private?: boolean;
      /** Bytes; never more than the setting. */
      maxSize?: number;
      /** As in the setting, which holds too: `jpg,image/*`. */
      types?: string;
      topic?: string;
    };
  }
}

export const fieldOptions: PluginFieldOptions = {
  kinds: ['image', 'images', 'file', 'files', 'richText'],
  options: { private: 'boolean', maxSize: 'number', types: 'text', topic: 'text' },
  public: ['private', 'maxSize', 'types', 'topic'],
};
