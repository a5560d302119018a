import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import i18next from 'i18next';
import { notify, wasShown } from '../messages/notify.ts';

/** What can still be undone: what takes it back, by the key of its message. */
const undoable = new Map<string, () => void>();

/**
 * Messages of Refine's hooks, shown like all others. A failure that the HTTP layer has told already is not told again.
 */
export const notificationProvider: NotificationProvider = {
  open(message) {
    if (message.type === 'progress') return offerUndo(message);
    const { type, description } = message;
    if (type === 'error' && wasShown(description ?? message.message)) return;
    notify[type](description && type === 'error' ? description : message.message);
  },
  close,
};

/** Refine says each second how many are left. Said once, so that nobody hears it again and again. */
function offerUndo({
  key = '',
  message,
  cancelMutation = () => {},
  undoableTimeout = 0,
}: OpenNotificationParams): void {
  if (undoableTimeout <= 0) return close(key);
  if (undoable.get(key) === cancelMutation) return;
  undoable.set(key, cancelMutation);
  const undo = (): void => {
    close(key);
    cancelMutation();
  };
  notify.offer(key, { text: message, button: i18next.t('refine:buttons.undo'), onClick: undo });
}

function close(key: string): void {
  if (undoable.delete(key)) notify.close(key);
}

/** Whoever signs out leaves no offers behind: what they would have undone is never done. */
export function closeOffers(): void {
  for (const key of undoable.keys()) close(key);
}
