import '../components/skeleton.css';

/** As high as the rows that come in its place, so that nothing jumps. */
export function ListSkeleton({ lines }: { lines: number }) {
  return (
    <div className="list-skeleton" aria-hidden>
      {Array.from({ length: Math.min(lines, 10) + 1 }, (_, line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}
