import type { FieldsOf, Language, Row } from '#resource';

/** What stands for the holes of a template. */
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

type Template = Row<FieldsOf<'user_template'>>;

export function mailTexts(template: Template, language: Language, values: TemplateValues): MailTexts {
  const isChinese = language === 'zh-cn';
  const html = isChinese ? template.html_zh : template.html_en;
  return {
    // A subject is one line, whatever the site is called.
    subject: filled(isChinese ? template.subject_zh : template.subject_en, values).replace(/\s+/g, ' '),
    text: filled(isChinese ? template.text_zh : template.text_en, values),
    ...(html !== null && { html: filled(html, values, escaped) }),
  };
}

/** Empty where the template has no text message. */
export const smsText = (template: Template, language: Language, values: TemplateValues): string =>
  filled((language === 'zh-cn' ? template.sms_zh : template.sms_en) ?? '', values);

const filled = (text: string, values: TemplateValues, written = (value: string): string => value): string =>
  text.replace(/\{(site|code|minutes)\}/g, (_all, name: keyof TemplateValues) => written(String(values[name])));

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
