/**
 * Puts a text on the clipboard. Over plain HTTP, but on localhost, scripts have no clipboard: what is selected can be copied
 * there, while somebody clicks. Rejects where the browser refuses.
 */
export async function copyText(text: string): Promise<void> {
  // oxlint-disable-next-line eslint/no-restricted-properties -- asked for here only
  if (globalThis.isSecureContext) return navigator.clipboard.writeText(text);
  const { activeElement } = document;
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.className = 'visually-hidden';
  // Where the focus may be: a dialog takes it back from elsewhere.
  (activeElement?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without a secure connection
  const isCopied = document.execCommand('copy');
  area.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  if (!isCopied) throw new Error('The browser did not copy.');
}
