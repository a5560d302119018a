import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './crumbs.css';

interface Props {
  /** Directories of the menu, the outermost first; none unless said. They are no pages. */
  readonly above: readonly string[] | undefined;
  /** What stands below them: the page itself, or the list that leads to it. */
  readonly children: ReactNode;
  readonly isCurrent?: boolean;
}

/** A breadcrumb: where in the menu a page stands. */
export function Crumbs({ above = [], children, isCurrent }: Props) {
  const { t } = useTranslation('table');
  return (
    <nav className="crumbs" aria-label={t('breadcrumb')}>
      <ol>
        {above.map((title, at) => (
          <li key={above.slice(0, at + 1).join('/')}>{title}</li>
        ))}
        <li aria-current={isCurrent ? 'page' : undefined}>{children}</li>
      </ol>
    </nav>
  );
}
