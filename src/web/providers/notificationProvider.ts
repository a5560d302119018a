import type { NotificationProvider } from '@refinedev/core';
import type { App } from 'antd';

type Apis = ReturnType<typeof App.useApp>;

/** Messages of Refine's hooks on antd's. */
export function createNotificationProvider(message: Apis['message'], notification: Apis['notification']): NotificationProvider {
  return {
    open({ key, message: text, description, type }) {
      const kind = type === 'error' || type === 'success' ? type : 'info';
      if (description) notification[kind]({ key, message: text, description });
      else void message.open({ key, type: kind, content: text });
    },
    close(key) {
      message.destroy(key);
      notification.destroy(key);
    },
  };
}
