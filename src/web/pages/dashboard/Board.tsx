import { inOrder, type Arrangement } from './arrangement.ts';
import type { DashboardPart } from './parts.tsx';

interface Props {
  readonly parts: readonly DashboardPart[];
  readonly arrangement: Arrangement;
}

/** The parts that one person wants to see, in their order. */
export function Board({ parts, arrangement }: Props) {
  const shown = inOrder(parts, arrangement).filter(({ name }) => !arrangement.hidden.includes(name));
  return (
    <div className="dashboard-board">
      {shown.map(({ name, size, content }) => (
        <div key={name} className="dashboard-part" data-size={size}>
          {content}
        </div>
      ))}
    </div>
  );
}
