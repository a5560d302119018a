/** What styles made in the browser carry, so that the Content-Security-Policy of this page takes them. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Gives the nonce to styles too that antd makes without asking for it: those that keep a page still behind a dialog,
 * those within icons.
 */
export function carryNonce(): void {
  // oxlint-disable-next-line no-deprecated -- one of its forms is: that for elements that HTML has given up
  const create = document.createElement.bind(document);
  const createIn = document.createElementNS.bind(document);
  // oxlint-disable-next-line no-deprecated -- as above
  document.createElement = ((...call: Parameters<typeof create>) => carrying(create(...call))) as typeof create;
  document.createElementNS = ((...call: Parameters<typeof createIn>) => carrying(createIn(...call))) as typeof createIn;
}

function carrying(element: Element): Element {
  if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = nonce;
  return element;
}
