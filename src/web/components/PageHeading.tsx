import type { ReactNode } from 'react';
import { Crumbs } from './Crumbs.tsx';
import { usePagePlaces } from '../navigation/pagePlaces.ts';
import { useTabScope } from '../navigation/tabScope.ts';
import './pageHeading.css';

interface Props {
  /** Of the page, where the menu has no name for it. */
  readonly label: string;
  /** What stands beside the name. */
  readonly children?: ReactNode;
}

/** What the page is called and where it stands. In narrow windows the bar above has the name. */
export function PageHeading({ label, children }: Props) {
  const place = usePagePlaces()(useTabScope().path);
  return (
    <div className="page-heading">
      <Crumbs above={place?.above} isCurrent>
        {place?.title ?? label}
      </Crumbs>
      {children}
    </div>
  );
}
