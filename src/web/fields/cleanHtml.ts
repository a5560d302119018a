import DOMPurify from 'dompurify';
import { richTextRules } from '#resource';

/** HTML as the server would let it into the column, whatever stands there: for the editor, and for a record. */
export const cleanHtml = (html: unknown): string =>
  typeof html === 'string'
    ? DOMPurify.sanitize(html, {
        ALLOWED_TAGS: [...richTextRules.tags],
        ALLOWED_ATTR: [...new Set(Object.values(richTextRules.attributes).flat()), 'class'],
      })
    : '';
