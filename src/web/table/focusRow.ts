/** Gives the focus to the next row below (1) or above (-1) the one that has it, or to the first; false where there is none. */
export function focusRow(step: 1 | -1 = 1): void | false {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-key]')].filter((each) => each.checkVisibility());
  const at = rows.indexOf(document.activeElement?.closest<HTMLElement>('[data-row-key]') as HTMLElement);
  const row = rows[at < 0 ? 0 : at + step];
  // What it is called leads on; a box or a button is what a row without a title has.
  const place = ['.row-title', '.ant-checkbox-input', 'a[href], button:enabled, input:enabled']
    .map((each) => row?.querySelector<HTMLElement>(each))
    .find(Boolean);
  if (!place) return false;
  place.focus();
}
