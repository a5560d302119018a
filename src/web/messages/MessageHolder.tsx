import useMessage from 'antd/es/message/useMessage';
import { useEffect } from 'react';
import type { Messages } from './lateMessages.ts';

/** Below the header of any page, which goes on to be used. */
const top = 'calc(var(--above, 0px) + 60px)';

/** Draws what `App.useApp().message` says. */
export function MessageHolder({ onReady }: { readonly onReady: (messages: Messages) => void }) {
  const [messages, holder] = useMessage({ top });
  useEffect(() => onReady(messages), [messages, onReady]);
  return holder;
}
