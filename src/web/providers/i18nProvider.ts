import type { I18nProvider } from '@refinedev/core';
import i18next from 'i18next';
import { languageOf } from '#resource';
import { changeLanguage } from '../settings/i18n.ts';

/** Our texts by Refine's names. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) =>
    i18next.exists(key) ? i18next.t(key, options as Record<string, unknown>) : (fallback ?? key),
  changeLocale: async (language: string) => changeLanguage(languageOf(language)),
  getLocale: () => i18next.language,
};
