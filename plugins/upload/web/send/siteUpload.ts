import { exchange } from '#web';
import type { UploadLimits } from '../../shared/checks.ts';

/** `upload` of the site configuration (specification §3), as far as sending goes by it. */
interface SiteUpload extends UploadLimits {
  readonly mode: string;
}

/** Milliseconds for which the settings count as they were read. */
const fresh = 30_000;
let known: { readonly at: number; readonly settings: Promise<SiteUpload> } | undefined;

/** The settings of the site: which files it takes, and where they go. */
export function siteUpload(now = Date.now()): Promise<SiteUpload> {
  if (known && now - known.at < fresh) return known.settings;
  const settings = read();
  known = { at: now, settings };
  settings.catch(() => (known = undefined));
  return settings;
}

async function read(): Promise<SiteUpload> {
  const { text } = await exchange({ method: 'GET', url: '/config.json' });
  return (JSON.parse(text) as { upload: SiteUpload }).upload;
}
