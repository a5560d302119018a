/** How messages are shown; whatever draws the page sets it. */
export interface Notifier {
  error(text: string): void;
  success(text: string): void;
  warning(text: string): void;
}

const silent: Notifier = { error: () => {}, success: () => {}, warning: () => {} };
let current = silent;

export const setNotifier = (notifier: Notifier): void => void (current = notifier);
/** Shows a message to whoever looks at the page. */
export const notify: Notifier = {
  error: (text) => current.error(text),
  success: (text) => current.success(text),
  warning: (text) => current.warning(text),
};
