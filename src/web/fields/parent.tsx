import { belongsToView } from './belongsTo.tsx';
import { lazyInput } from './lazyInput.tsx';
import type { FieldView, InputProps } from './view.ts';

const TreeChoice = lazyInput<InputProps>(async () => (await import('./TreeInput.tsx')).TreeInput);

export const parentView: FieldView = { ...belongsToView, Input: TreeChoice, Filter: TreeChoice };
