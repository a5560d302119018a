import './countBadge.css';

/** How many there are of something that waits for somebody; nothing where there are none. */
export function CountBadge({ count }: { readonly count: number | undefined }) {
  if (!count) return null;
  return <span className="count-badge">{count > 99 ? '99+' : count}</span>;
}
