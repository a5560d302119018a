/** How messages are shown; whatever draws the page sets it. */
export interface Notifier {
  /** `requestId`: by which the server's logs name it; shown so that it can be handed on. */
  error(text: string, requestId?: string): void;
  success(text: string): void;
  warning(text: string): void;
}

/** Messages from before anything was drawn. */
const early: [keyof Notifier, string, string?][] = [];
const keep =
  (kind: keyof Notifier) =>
  (text: string, requestId?: string): void =>
    void early.push([kind, text, requestId]);
let current: Notifier = { error: keep('error'), success: keep('success'), warning: keep('warning') };

export function setNotifier(notifier: Notifier): void {
  current = notifier;
  for (const [kind, text, requestId] of early.splice(0)) notifier[kind](text, requestId);
}
/** Errors that have been shown since the code at hand began to run. */
const told = new Set<string>();
/** Whether this error has just been shown by whoever came to know of it first. */
export const wasTold = (text: string): boolean => told.has(text);

/** Shows a message to whoever looks at the page. */
export const notify: Notifier = {
  error(text, requestId) {
    told.add(text);
    setTimeout(() => told.delete(text));
    current.error(text, requestId);
  },
  success: (text) => current.success(text),
  warning: (text) => current.warning(text),
};
