import useMessage from 'antd/es/message/useMessage';
import { useEffect } from 'react';
import type { Messages } from './lateMessages.ts';

/** Draws what `App.useApp().message` says. */
export function MessageHolder({ onReady }: { readonly onReady: (messages: Messages) => void }) {
  const [messages, holder] = useMessage();
  useEffect(() => onReady(messages), [messages, onReady]);
  return holder;
}
