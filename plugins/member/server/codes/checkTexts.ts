import type { FieldErrors, FieldsOf, Message, Row } from '#resource';
import { codeEvents } from './events.ts';

type Fields = FieldsOf<'user_template'>;

/** What goes into a template by its name in braces; `code` only where there is one. */
const names = ['site', 'code', 'minutes'];
/** The texts that a code is read in; a subject may do without. */
const bodies = ['text_zh', 'text_en', 'html_zh', 'html_en', 'sms_zh', 'sms_en'] as const;
const texts = ['subject_zh', 'subject_en', ...bodies] as const;

/** Refuses names that nothing stands for, and texts without the code that they are sent for. */
export function checkTexts(next: Row<Fields>): FieldErrors<Fields> {
  const hasCode = next.event !== null && next.event in codeEvents;
  const allowed = hasCode ? names : ['site'];
  const errors: { [K in (typeof texts)[number]]?: Message } = {};
  for (const field of texts) {
    const text = next[field] ?? '';
    const unknown = [...text.matchAll(/\{([a-z_]+)\}/gi)].find(([, name]) => !allowed.includes(name!));
    if (unknown) errors[field] = { key: 'memberServer:template.unknown', params: { name: unknown[0] } };
  }
  for (const field of bodies)
    if (hasCode && next[field] && !next[field].includes('{code}'))
      errors[field] ??= { key: 'memberServer:template.noCode', params: { name: '{code}' } };
  return errors;
}
