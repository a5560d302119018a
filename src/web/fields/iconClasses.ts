/** Classes of the icons in both icon fonts, read from the page's own style sheets: a list of our own would grow stale. */
export const iconClasses = (): readonly string[] =>
  [...new Set([...document.styleSheets].flatMap(classesIn))].toSorted((one, other) =>
    nameOf(one).localeCompare(nameOf(other)),
  );

/** `user` of `fa fa-user`. */
export const nameOf = (icon: string): string => icon.replace(/^\w+ \w+-/, '');

function classesIn(sheet: CSSStyleSheet): string[] {
  return [...rulesOf(sheet)].flatMap((rule) => {
    const selector = rule instanceof CSSStyleRule ? rule.selectorText : '';
    return [...selector.matchAll(/\.(fa|bi)-([a-z0-9-]+)::?before/g)].map(
      ([, font, name]) => `${font} ${font}-${name}`,
    );
  });
}

/** Style sheets of another origin keep their rules to themselves. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
