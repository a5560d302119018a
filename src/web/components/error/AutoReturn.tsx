import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Key of the text that says where it goes, with a hole for the seconds. */
  readonly text: 'returningBack' | 'returningHome';
  readonly onEnd: () => void;
}

/** Seconds in which one can read what is wrong. */
const patience = 10;

/** Counts down and goes; anybody can stop it, and it stands still while nobody sees it. */
export function AutoReturn({ text, onEnd }: Props) {
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(patience);
  const [isStopped, setIsStopped] = useState(false);
  useEffect(() => {
    if (isStopped) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && box.current?.checkVisibility()) setLeft((before) => before - 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [isStopped]);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) onEnd();
    // Once, whatever is drawn anew meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
  if (isStopped || isOver) return null;
  return (
    <div ref={box} className="auto-return">
      <div className="auto-return-bar" aria-hidden>
        <span style={{ width: `${(left / patience) * 100}%` }} />
      </div>
      <span role="timer">{t(text, { seconds: left })}</span>
      <Button type="link" size="small" onClick={() => setIsStopped(true)}>
        {t('stay')}
      </Button>
    </div>
  );
}
