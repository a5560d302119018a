import type { Language } from '#resource';

/** What stands for the names in braces of a template. */
export interface TemplateValues {
  readonly site: string;
  readonly code: string;
  readonly minutes: number;
}

export interface MailTexts {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** The texts of a template, as its row or the form of one has them. */
export interface TemplateTexts {
  readonly subject_zh: string;
  readonly subject_en: string;
  readonly text_zh: string;
  readonly text_en: string;
  readonly html_zh: string | null;
  readonly html_en: string | null;
  readonly sms_zh: string | null;
  readonly sms_en: string | null;
}

/** A mail as it leaves, and as the back office shows it before. */
export function mailTexts(template: TemplateTexts, language: Language, values: TemplateValues): MailTexts {
  const isChinese = language === 'zh-cn';
  const html = isChinese ? template.html_zh : template.html_en;
  return {
    // A subject is one line, whatever the site is called.
    subject: filled(isChinese ? template.subject_zh : template.subject_en, values).replace(/\s+/g, ' '),
    text: filled(isChinese ? template.text_zh : template.text_en, values),
    ...(html && { html: filled(html, values, escaped) }),
  };
}

/** Empty where the template has no text message. */
export const smsText = (template: TemplateTexts, language: Language, values: TemplateValues): string =>
  filled((language === 'zh-cn' ? template.sms_zh : template.sms_en) ?? '', values);

const filled = (text: string, values: TemplateValues, written = (value: string): string => value): string =>
  text.replace(/\{(site|code|minutes)\}/g, (_all, name: keyof TemplateValues) => written(String(values[name])));

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** What previews and test mails are filled with: nobody's code. */
export const sampleOf = (site: string): TemplateValues => ({ site, code: '123456', minutes: 10 });
