import { later } from '../lazy.tsx';

interface Props {
  readonly text: string;
  readonly isBlock?: boolean;
}

/** A formula; as it was written until what draws it is there. */
export const Formula = later<Props>(
  () => import('./KatexFormula.tsx'),
  ({ text }) => <code>{text}</code>,
);
