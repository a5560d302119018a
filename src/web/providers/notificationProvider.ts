import type { NotificationProvider } from '@refinedev/core';
import { notify, wasTold } from '../messages/notify.ts';

/** Messages of Refine's hooks, shown like all others. A failure that the HTTP layer has told already is not told again. */
export const notificationProvider: NotificationProvider = {
  open({ message, description, type }) {
    if (type === 'error' && wasTold(description ?? message)) return;
    notify[type === 'error' ? 'error' : 'success'](description && type === 'error' ? description : message);
  },
  close: () => {},
};
