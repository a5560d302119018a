/** How messages are shown; whatever draws the page sets it. */
export interface Notifier {
  error(text: string): void;
  success(text: string): void;
  warning(text: string): void;
}

/** Messages from before anything was drawn. */
const early: [keyof Notifier, string][] = [];
const keep =
  (kind: keyof Notifier) =>
  (text: string): void =>
    void early.push([kind, text]);
let current: Notifier = { error: keep('error'), success: keep('success'), warning: keep('warning') };

export function setNotifier(notifier: Notifier): void {
  current = notifier;
  for (const [kind, text] of early.splice(0)) notifier[kind](text);
}
/** Shows a message to whoever looks at the page. */
export const notify: Notifier = {
  error: (text) => current.error(text),
  success: (text) => current.success(text),
  warning: (text) => current.warning(text),
};
