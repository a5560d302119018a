import { useText } from '../settings/useText.ts';
import '../components/skeleton.css';

/** Rows that fill a high window. */
const most = 25;

/** As high as the rows that come in its place, so that nothing jumps, and a word for whoever does not see it. */
export function ListSkeleton({ lines }: { lines: number }) {
  const text = useText();
  return (
    <div className="list-skeleton" role="status" aria-label={text('loading')}>
      {Array.from({ length: Math.min(lines, most) + 1 }, (_, line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}
