import '../components/skeleton.css';

/** Rows that fill a high window. */
const most = 25;

/** As high as the rows that come in its place, so that nothing jumps. */
export function ListSkeleton({ lines }: { lines: number }) {
  return (
    <div className="list-skeleton" aria-hidden>
      {Array.from({ length: Math.min(lines, most) + 1 }, (_, line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}
