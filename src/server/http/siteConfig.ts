import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLanguage, languages } from '#resource';

/** What the browser needs to start (specification §3); nothing in it is secret. */
export interface SiteConfig {
  readonly siteName: string;
  readonly siteLogo: string;
  readonly recordNumber: string;
  readonly businessDepartmentId: string;
  readonly urls: readonly string[];
  readonly version: string;
  readonly cdnUrl: string;
  readonly apiUrl: string;
  readonly headNav: readonly unknown[];
  readonly upload: Readonly<Record<'mode' | 'url' | 'savename' | 'mimetype' | 'cdn', string>> & { readonly maxsize: number; readonly params: Readonly<Record<string, string>> };
  readonly timeZone: string;
  readonly defaultLang: string;
  readonly fallbackLang: string;
  readonly langArray: readonly string[];
}

/** The site's settings as they are without any made by an administrator. */
export function defaultSiteConfig(root: string, timeZone: string): SiteConfig {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    siteName: 'Ai Chat',
    siteLogo: '',
    recordNumber: '',
    businessDepartmentId: '',
    urls: [],
    version: `v${version}`,
    cdnUrl: '',
    apiUrl: '',
    headNav: [],
    upload: { mode: 'local', url: '', params: {}, savename: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}', maxsize: 10_485_760, mimetype: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3,xls,xlsx,doc,docx,txt', cdn: '' },
    timeZone,
    defaultLang: defaultLanguage,
    fallbackLang: defaultLanguage,
    langArray: languages,
  };
}
