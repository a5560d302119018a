import type { NotificationProvider } from '@refinedev/core';
import { notify } from '../messages/notify.ts';

/** Messages of Refine's hooks, shown like all others. */
export const notificationProvider: NotificationProvider = {
  open: ({ message, description, type }) =>
    notify[type === 'error' ? 'error' : 'success']([message, description].filter(Boolean).join(': ')),
  close: () => {},
};
