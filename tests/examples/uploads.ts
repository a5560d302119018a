import { definePlugin, type PluginHost } from '#plugin';
import { f, Problem, table } from '#resource';

// What fields of any table may say: `f.image({ private: { uploads: { maxSize: 5 } } })`.
declare module '#resource' {
  interface PrivateOptions {
    uploads: { maxSize?: number; folder?: string };
  }
}

const photo = table('photo', { picture: f.image({ private: { uploads: { maxSize: 5, folder: 'photos' } } }) });

declare module '#resource' {
  interface Tables {
    photo: typeof photo;
  }
}

let host: PluginHost;

export default definePlugin({
  name: 'uploads',
  // Which there are, so that a misspelt one is named at the start; the browser gets `maxSize` only.
  fieldOptions: {
    kinds: ['image', 'images', 'file', 'files'],
    options: { maxSize: 'number', folder: 'text' },
    public: ['maxSize'],
  },
  resources: [photo.resource({ path: 'media/photo' })],
  watch: [
    {
      kinds: ['image'],
      changed({ options, after }) {
        const { folder } = options.private?.uploads ?? {};
        if (folder !== undefined && typeof after === 'string' && !after.startsWith(`/${folder}/`))
          throw new Problem('rows:literal', { text: `/${folder}/…` });
      },
    },
  ],
  routes: [
    {
      method: 'GET',
      url: '/admin/media.photo/limits',
      node: 'media/photo/index',
      handler: () =>
        host
          .fieldOptions('uploads')
          .map(({ table: of, field, options }) => ({ of, field, megabytes: options.maxSize })),
    },
  ],
  start(given) {
    host = given;
  },
});
