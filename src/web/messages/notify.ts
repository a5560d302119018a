/** A message with a button. */
interface Offer {
  readonly text: string;
  readonly button: string;
  /** For which it stays; until it is closed when left out. */
  readonly seconds?: number;
  readonly onClick: () => void;
}

/** How messages are shown; whatever draws the page sets it. */
export interface Notifier {
  /** `requestId`: by which the server's logs name it; shown so that it can be handed on. */
  error(text: string, requestId?: string): void;
  success(text: string): void;
  warning(text: string): void;
  /** Takes the place of the offer of the same key. */
  offer(key: string, offer: Offer): void;
  /** Takes the message of this key away. */
  close(key: string): void;
}

/** Messages from before anything was drawn. */
const early: ((notifier: Notifier) => void)[] = [];
let current: Notifier | undefined;

function tell(message: (notifier: Notifier) => void): void {
  if (current) message(current);
  else early.push(message);
}

export function setNotifier(notifier: Notifier): void {
  current = notifier;
  for (const message of early.splice(0)) message(notifier);
}
/** Errors that have been shown since the code at hand began to run. */
const recentErrors = new Set<string>();
/** Whether this error has just been shown by whoever came to know of it first. */
export const wasShown = (text: string): boolean => recentErrors.has(text);

/** Shows a message to whoever looks at the page. */
export const notify: Notifier = {
  error(text, requestId) {
    recentErrors.add(text);
    setTimeout(() => recentErrors.delete(text));
    tell((notifier) => notifier.error(text, requestId));
  },
  success: (text) => tell((notifier) => notifier.success(text)),
  warning: (text) => tell((notifier) => notifier.warning(text)),
  offer: (key, offer) => tell((notifier) => notifier.offer(key, offer)),
  close: (key) => tell((notifier) => notifier.close(key)),
};
