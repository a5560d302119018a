import type { ReactNode } from 'react';
import { Amount } from '../centre/Amount.tsx';

interface Props {
  readonly label: string;
  readonly value: string | number;
  readonly currency: 'money' | 'score';
  readonly children?: ReactNode;
}

/** What somebody owns now, and what can be done about it. */
export function Figure({ label, value, currency, children }: Props) {
  return (
    <section className="centre-card centre-figure" aria-label={label}>
      <div>
        <span className="centre-quiet">{label}</span>
        <strong>
          <Amount value={value} currency={currency} />
        </strong>
      </div>
      {children}
    </section>
  );
}
