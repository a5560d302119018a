import { lazy, Suspense } from 'react';
import { useAsked } from './ask.ts';

const QuestionDialog = lazy(async () => ({ default: (await import('./QuestionDialog.tsx')).QuestionDialog }));

/** Shows what `ask` asks. */
export function Question() {
  const asked = useAsked();
  return asked && <Suspense fallback={null}><QuestionDialog asked={asked} /></Suspense>;
}
