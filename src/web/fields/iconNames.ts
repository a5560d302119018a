let names: readonly string[] | undefined;

/** Names of the Font Awesome icons, read from the page's own style sheets: a list of our own would grow stale. */
export function iconNames(): readonly string[] {
  names ??= [...new Set([...document.styleSheets].flatMap(namesIn))].sort();
  return names;
}

function namesIn(sheet: CSSStyleSheet): string[] {
  return [...rulesOf(sheet)].flatMap((rule) => {
    const selector = rule instanceof CSSStyleRule ? rule.selectorText : '';
    return [...selector.matchAll(/\.fa-([a-z0-9-]+)::?before/g)].map((match) => match[1]!);
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
