import { useState, type ReactNode } from 'react';
import type { Message } from '../../shared/wire.ts';
import { reasonOf, type Solved } from '../state/calls.ts';
import { again } from '../state/sending.ts';
import { Refused, type Refusal } from '../parts/Refused.tsx';

/** Another answer, or more of one: whether it is being asked for, and what the server wants before. */
export function useAgain(conversation: string, message: Message) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const run = (how: 'regenerate' | 'continue', model?: number, solved?: Solved): void => {
    setBusy(true);
    setRefusal(undefined);
    again(how, conversation, message, { ...(model === undefined ? {} : { model_id: model }), ...solved })
      .catch((error: unknown) => setRefusal({ ...reasonOf(error), retry: (passed) => run(how, model, passed) }))
      .finally(() => setBusy(false));
  };
  const problem: ReactNode = refusal ? <Refused {...refusal} onClose={() => setRefusal(undefined)} /> : null;
  return { busy, run, problem };
}
