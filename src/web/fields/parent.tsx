import { belongsToView } from './belongsTo.tsx';
import { lazyInput } from './lazyInput.tsx';
import type { FieldView, InputProps } from './view.ts';

const TreeChoice = lazyInput<InputProps & { withoutOwn?: boolean }>(
  async () => (await import('./TreeInput.tsx')).TreeInput,
);

/** A row cannot be put below itself. */
const ParentInput = (props: InputProps) => <TreeChoice {...props} withoutOwn />;

export const parentView: FieldView = { ...belongsToView, Input: ParentInput, Filter: TreeChoice };
