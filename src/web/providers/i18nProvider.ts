import type { I18nProvider } from '@refinedev/core';
import i18next from 'i18next';
import { languageOf } from '#resource';
import { changeLanguage } from '../settings/i18n.ts';

/**
 * Our texts by Refine's names: `page:key` is a text of a page, and what Refine itself says stands in `refine.json`. A text
 * that comes second or third is said where there is none.
 */
export const i18nProvider: I18nProvider = {
  translate(key: string, options?: unknown, fallback?: string) {
    const own = [key, `refine:${key}`].find((each) => i18next.exists(each));
    if (own === undefined) return fallback ?? (typeof options === 'string' ? options : key);
    return i18next.t(own, typeof options === 'object' ? (options as Record<string, unknown>) : {});
  },
  changeLocale: async (language: string) => changeLanguage(languageOf(language)),
  getLocale: () => i18next.language,
};
