import en from '../../locales/en/layout.json' with { type: 'json' };
import lookEn from '../../locales/en/look.json' with { type: 'json' };
import zh from '../../locales/zh-cn/layout.json' with { type: 'json' };
import lookZh from '../../locales/zh-cn/look.json' with { type: 'json' };

/** What the back office's frame says in each language; browser tests find its controls by these names. */
export const layoutTexts = {
  'zh-cn': { ...zh, config: { ...zh.config, ...lookZh } },
  en: { ...en, config: { ...en.config, ...lookEn } },
} as const;
export const languages = ['zh-cn', 'en'] as const;
/**
 * For journeys on which a language changes nothing but texts: each is made in one of the two, by turns. That both have the
 * texts is for `tests/unit/locales.test.ts`, and that pages speak the chosen one for the journeys through all pages.
 */
export const [inChinese, inEnglish] = [['zh-cn'], ['en']] as const;
export type LayoutTexts = (typeof layoutTexts)[(typeof languages)[number]];
export type Language = (typeof languages)[number];
