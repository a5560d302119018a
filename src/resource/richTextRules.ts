/**
 * What rich text may hold, as data: the server hands it to sanitize-html, the browser draws its editor by it. Nothing that
 * runs, loads by itself (but images), or covers the page.
 */
export const richTextRules = {
  tags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'mark',
    'span',
    'a',
    'img',
    'figure',
    'figcaption',
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'caption',
  ],
  attributes: {
    a: ['href', 'title', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  /** Classes by tag: languages of code blocks. */
  classes: { code: ['language-*'] },
  /** Schemes of `href`; addresses without one belong to the site. */
  linkSchemes: ['http', 'https', 'mailto', 'tel'],
  imageSchemes: ['http', 'https'],
  /** Every link gets this, so that the page it opens learns nothing of ours. */
  linkRel: 'noopener noreferrer nofollow',
} as const;
