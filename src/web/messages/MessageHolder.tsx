import useMessage from 'antd/es/message/useMessage';
import { useEffect } from 'react';
import type { Messages } from './lateMessages.ts';
import './messages.css';

/** Pixels above messages, where `messages.css` puts them nowhere else: below the header, whose buttons stay in reach. */
const top = 64;

/** Draws what `App.useApp().message` says. */
export function MessageHolder({ onReady }: { readonly onReady: (messages: Messages) => void }) {
  const [messages, holder] = useMessage({ top });
  useEffect(() => onReady(messages), [messages, onReady]);
  return holder;
}
