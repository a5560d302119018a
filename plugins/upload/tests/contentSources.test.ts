import { expect, it } from 'vitest';
import type { PluginHost } from '#plugin';
import { contentSecurityPolicy } from '../server/contentSources.ts';

const sources = (settings: Record<string, unknown>) =>
  contentSecurityPolicy({ settings: async () => settings } as unknown as PluginHost);

it('pages may send files to where the settings say, and show those of the CDN', async () => {
  const elsewhere = { upload_url: 'https://files.example/up?x=1', upload_cdn: 'https://cdn.example/site/' };
  const shown = {
    imgSrc: ['https://cdn.example'],
    mediaSrc: ['https://cdn.example'],
    frameSrc: ['https://cdn.example'],
  };
  expect(await sources({ upload_mode: 's3', ...elsewhere })).toEqual({
    connectSrc: ['https://files.example'],
    ...shown,
  });
  expect(await sources({ upload_mode: 'local', ...elsewhere })).toEqual({ connectSrc: [], ...shown });
  const none = { connectSrc: [], imgSrc: [], mediaSrc: [], frameSrc: [] };
  expect(await sources({ upload_mode: 'local', upload_url: null, upload_cdn: null })).toEqual(none);
});
