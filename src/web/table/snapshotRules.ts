/** The rules of all style sheets that may hold of something with these classes, for a snapshot of the page. */
export function rulesFor(classes: ReadonlySet<string>): string {
  return [...document.styleSheets].map((sheet) => rulesIn(sheet.cssRules, classes)).join('');
}

function rulesIn(rules: CSSRuleList, classes: ReadonlySet<string>): string {
  const list = [...rules];
  // The glyphs of icon fonts come with the fonts.
  if (list.some((rule) => rule instanceof CSSFontFaceRule)) return '';
  return list.map((rule) => textOf(rule, classes)).join('');
}

function textOf(rule: CSSRule, classes: ReadonlySet<string>): string {
  if (rule instanceof CSSStyleRule)
    return mayHold(rule.selectorText, classes) ? rule.cssText.replace(rule.selectorText, inSnapshot) : '';
  if (rule instanceof CSSMediaRule)
    return matchMedia(rule.conditionText).matches ? rulesIn(rule.cssRules, classes) : '';
  if (!(rule instanceof CSSGroupingRule)) return '';
  return `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${rulesIn(rule.cssRules, classes)}}`;
}

const classNames = /\.((?:[\w-]|\\.|[^\0-\u007F])+)/g;

/**
 * Whether the classes are there that one of the selectors asks for; those within brackets, as of `:not(…)` and `:is(…)`, are
 * not looked at.
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
