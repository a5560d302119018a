import sanitizeHtml from 'sanitize-html';
import { richTextRules } from '#resource';

const { tags, attributes, classes, linkSchemes, imageSchemes, linkRel } = richTextRules;

/** The HTML with nothing in it that could run. */
export function cleaned(html: string): string {
  return sanitizeHtml(html, {
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
