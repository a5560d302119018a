import i18next from 'i18next';

/**
 * Icons of the library are pictures with an English name each (`close`, `down`), which a screen reader would read on a page in
 * any language. Where they stand beside a text or in a control with a name of its own they are passed over; a control that has
 * no other name gets one in the language of the page. Icons with a name that a page has given them keep it.
 */
export function translateIcons(root: Element): void {
  if (root.matches(icons)) translate(root);
  for (const icon of root.querySelectorAll(icons)) translate(icon);
}

const icons = '.anticon[role=img]:not([aria-hidden])';

function translate(icon: Element): void {
  const name = icon.getAttribute('aria-label');
  if (!name || !icon.classList.contains(`anticon-${name}`)) return;
  const control = icon.closest('button, a[href], [role=button]');
  if (control && !isNamed(control)) {
    const text = textOf(name, control);
    // Better an English name than none.
    if (text === undefined) return;
    control.setAttribute('aria-label', i18next.t(`common:controls.${text}`));
  }
  icon.setAttribute('aria-hidden', 'true');
}

const isNamed = (control: Element): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => control.getAttribute(name)) ||
  control.textContent.trim() !== '';

/** What controls are for whose only name is that of their icon. */
function textOf(icon: string, control: Element): string | undefined {
  if (icon === 'search') return 'search';
  if (icon === 'close-circle') return 'clear';
  if (icon === 'close') return 'close';
  if (icon === 'ellipsis') return 'more';
  if (!control.closest('.ant-pagination')) return undefined;
  return { left: 'previousPage', right: 'nextPage' }[icon];
}
