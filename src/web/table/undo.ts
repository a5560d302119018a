import type { Manifest } from '#resource';
import { notify } from '../messages/notify.ts';
import type { useText } from '../settings/useText.ts';

/** Seconds for which a message offers to take something back. */
const offered = 20;
const key = 'undo';

/** Says that something is done, with a button that takes it back. Only the last thing is offered. */
export function offerUndo(done: string, text: ReturnType<typeof useText>, undo: () => Promise<unknown>): void {
  notify.offer(key, {
    text: done,
    button: text('undo'),
    seconds: offered,
    onClick() {
      notify.close(key);
      void undo();
    },
  });
}

/** Whether rows that are deleted can be brought back by who has deleted them. */
export const mayBringBack = ({ traits, actions, source }: Manifest): boolean =>
  source === undefined && traits['trash'] === true && actions.includes('restore');
