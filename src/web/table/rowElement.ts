/** What shows a row on the page at hand; pages behind may show rows of the same id. */
export const rowElement = (id: number | string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-row-key="${CSS.escape(String(id))}"]`)].find((each) =>
    each.checkVisibility(),
  );
