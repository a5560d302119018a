import { useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../loading/lazyPart.tsx';
import { onFirstUse } from '../loading/onFirstUse.ts';
import { LateMessages, type Messages } from './lateMessages.ts';

const MessageHolder = lazyPart(async () => (await import('./MessageHolder.tsx')).MessageHolder);
/** Milliseconds for which a message stands that has to do without its code. */
const duration = 6_000;

/**
 * Messages, and what draws them: fetched with the first sign of somebody on the page, or with the first message. One whose
 * code cannot be fetched is shown without it: it may say that the network is gone.
 */
export function useLateMessages(): readonly [Messages, ReactNode] {
  const [isHere, setHere] = useState(false);
  const [plain, setPlain] = useState<ReactNode>();
  const [late] = useState(() => {
    const say = async (content: ReactNode): Promise<void> => {
      try {
        await MessageHolder.preload();
        setHere(true);
      } catch {
        created.drop();
        setPlain(content);
      }
    };
    const created = new LateMessages((content) => void say(content));
    return created;
  });
  useEffect(
    () =>
      onFirstUse(async () => {
        await MessageHolder.preload();
        setHere(true);
      }),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(() => setPlain(undefined), duration);
    return () => clearTimeout(timer);
  }, [plain]);
  return [
    late.message,
    <>
      {isHere && <MessageHolder onReady={late.arrive} />}
      {plain !== undefined && (
        <p role="alert" className="plain-message">
          {plain}
        </p>
      )}
    </>,
  ];
}
