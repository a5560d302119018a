/**
 * The rules of all style sheets that hold of something on this part of the page, for a snapshot of it with this text that nobody
 * touches: what a browser reads while somebody waits is short.
 */
export function rulesFor(root: Element, html: string): string {
  const classes = new Set([root, ...root.querySelectorAll('*')].flatMap(({ classList }) => [...classList]));
  return withoutUnread([...document.styleSheets].map((sheet) => rulesIn(sheet.cssRules, classes)).join(''), html);
}

function rulesIn(rules: CSSRuleList, classes: ReadonlySet<string>): string {
  const list = [...rules];
  // The glyphs of icon fonts come with the fonts.
  if (list.some((rule) => rule instanceof CSSFontFaceRule)) return '';
  return list.map((rule) => textOf(rule, classes)).join('');
}

function textOf(rule: CSSRule, classes: ReadonlySet<string>): string {
  if (rule instanceof CSSStyleRule)
    return mayHold(rule.selectorText, classes) && holds(rule.selectorText)
      ? rule.cssText.replace(rule.selectorText, inSnapshot)
      : '';
  if (!(rule instanceof CSSGroupingRule)) return '';
  return `${rule.cssText.split('{')[0]}{${rulesIn(rule.cssRules, classes)}}`;
}

/** Whether anything on the page is selected, or has a part that is: what asks for a part is true of all. */
function holds(selectors: string): boolean {
  try {
    return document.querySelector(selectors.replaceAll(/::[a-z-]+(?:\([^()]*\))?/g, ':not(#_)')) !== null;
  } catch {
    // A state that only a part can have, such as of a scrollbar's buttons.
    return true;
  }
}

/** Without the variables that nothing reads: antd gives hundreds to each of its elements. */
function withoutUnread(css: string, html: string): string {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const read = new Set(`${css}${html}`.match(/(?<=var\()--[\w-]+/g));
  for (const rule of sheet.cssRules)
    if (rule instanceof CSSStyleRule)
      for (const name of [...rule.style].filter((each) => each.startsWith('--') && !read.has(each)))
        rule.style.removeProperty(name);
  return [...sheet.cssRules].map(({ cssText }) => cssText).join('');
}

const classNames = /\.((?:[\w-]|\\.|[^\0-\u007F])+)/g;

/**
 * Whether the classes are there that one of the selectors asks for; those within brackets, as of `:not(…)` and `:is(…)`, are
 * not looked at. It is known sooner than whether the selector holds.
 */
export const mayHold = (selectors: string, classes: ReadonlySet<string>): boolean =>
  withoutBrackets(selectors)
    .split(',')
    .some((selector) =>
      [...selector.matchAll(classNames)].every(([, name]) => classes.has(name!.replaceAll('\\', ''))),
    );

/** From the innermost outwards. */
function withoutBrackets(selectors: string): string {
  const less = selectors.replaceAll(/:[a-z-]+\([^()]*\)/g, '');
  return less === selectors ? less : withoutBrackets(less);
}

/** Selectors of the document as selectors of what stands for it in a snapshot. */
export const inSnapshot = (selectors: string): string =>
  selectors
    .replaceAll(/:root|(?<![\w.#-])html(?![\w-])/g, '.page-html')
    .replaceAll(/(?<![\w.#-])body(?![\w-])/g, '.page-body');
