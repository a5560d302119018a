import { nameControls } from './controlNames.ts';
import { translateIcons } from './iconNames.ts';

/**
 * Names what the libraries draw without a name, or with an English one on a page in any language, for as long as the page is
 * open: also what comes later. Returns how to stop.
 */
export function nameLibraryParts(root: Element = document.body): () => void {
  nameIn(root);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) nameIn(node);
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function nameIn(root: Element): void {
  nameControls(root);
  translateIcons(root);
}
