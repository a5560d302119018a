import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/wire.ts';
import { calls } from '../state/calls.ts';

/** A menu or a dialog, which Escape closes. */
const hasSomethingOpen = (): boolean =>
  [...document.querySelectorAll('[role="menu"], [role="dialog"]')].some((each) => each.checkVisibility());

/** Ends an answer that is being written; what has come stays. Escape does the same. */
export function StopButton({ message: { id } }: { readonly message: Message }) {
  const { t } = useTranslation('chat');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let closes = false;
    // Asked before anything closes by the same key.
    const before = (): void => void (closes = hasSomethingOpen());
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.shiftKey || event.defaultPrevented || event.isComposing || closes) return;
      void calls.stop(id).catch(() => {});
    };
    addEventListener('keydown', before, true);
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', before, true);
      removeEventListener('keydown', press);
    };
  }, [id]);
  const stop = (): void => {
    setBusy(true);
    // The answer itself says when it has ended.
    void calls.stop(id).catch(() => setBusy(false));
  };
  return (
    <Button
      type="primary"
      shape="circle"
      icon={<span className="chat-square" />}
      aria-label={t('stop')}
      title={t('stop')}
      disabled={busy}
      onClick={stop}
    />
  );
}
