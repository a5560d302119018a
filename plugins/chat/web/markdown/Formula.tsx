import { later } from '../lazy.tsx';

interface Props {
  readonly text: string;
  readonly isBlock?: boolean;
}

/** Letters up to which a formula is drawn: each becomes a hundred letters of elements. */
const mostLetters = 5000;

/** A formula; as it was written until what draws it is there, and where that would hold up the page. */
export function Formula(props: Props) {
  return props.text.length > mostLetters ? <Written {...props} /> : <Drawn {...props} />;
}

const Written = ({ text }: Props) => <code>{text}</code>;
const Drawn = later<Props>(() => import('./KatexFormula.tsx'), Written);
