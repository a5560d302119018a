import { later } from '../lazy.tsx';
import { isDrawable } from './isDrawable.ts';

interface Props {
  readonly text: string;
  readonly isBlock?: boolean;
}

/** A formula; as it was written until what draws it is there, and where that would hold up the page. */
export function Formula(props: Props) {
  return isDrawable(props.text) ? <Drawn {...props} /> : <Written {...props} />;
}

const Written = ({ text }: Props) => <code>{text}</code>;
const Drawn = later<Props>(() => import('./KatexFormula.tsx'), Written);
