import type { ContentSources, PluginHost } from '#plugin';

/** Where pages send files to, and load them from, when that is not this site. */
export async function contentSecurityPolicy(host: PluginHost): Promise<ContentSources> {
  const { upload_mode: mode, upload_url: url, upload_cdn: cdn } = await host.settings('upload');
  const shown = cdn ? [new URL(cdn).origin] : [];
  return {
    connectSrc: mode !== 'local' && url ? [new URL(url).origin] : [],
    imgSrc: shown,
    mediaSrc: shown,
    frameSrc: shown,
  };
}
