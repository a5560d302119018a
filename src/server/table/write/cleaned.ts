import { createRequire } from 'node:module';
import { Problem, richTextRules } from '#resource';

type SanitizeHtml = typeof import('sanitize-html');
const require = createRequire(import.meta.url);
const { tags, attributes, classes, linkSchemes, imageSchemes, linkRel } = richTextRules;

/** Elements within elements; editors make some dozens. Reading HTML takes the square of their number. */
const deepest = 200;

/** The HTML with nothing in it that could run. Throws a `Problem` where elements stand in each other without end. */
export function cleaned(html: string): string {
  // Loaded for the first rich text: it holds 2 MB.
  const sanitizeHtml = require('sanitize-html') as SanitizeHtml;
  let depth = 0;
  return sanitizeHtml(html, {
    onOpenTag() {
      depth += 1;
      if (depth > deepest) throw new Problem('validate:richTextTooDeep');
    },
    onCloseTag() {
      depth -= 1;
    },
    allowedTags: [...tags],
    allowedAttributes: {
      ...Object.fromEntries(Object.entries(attributes).map(([tag, names]) => [tag, [...names]])),
      a: [...attributes.a, 'rel'],
    },
    allowedClasses: Object.fromEntries(Object.entries(classes).map(([tag, names]) => [tag, [...names]])),
    allowedSchemes: [...linkSchemes],
    allowedSchemesByTag: { img: [...imageSchemes] },
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: linkRel }) },
  });
}
