import { Crumbs } from '../components/Crumbs.tsx';
import { usePagePlaces } from '../navigation/pagePlaces.ts';
import { useTabScope } from '../navigation/tabScope.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  /** Of the list, where the menu has no name for the page. */
  readonly label: string;
  /** How many rows there are, once that is known. */
  readonly total: number | undefined;
}

/** What the list is called and where it stands, with the number of its rows. In narrow windows the bar above has the name. */
export function ListHeading({ label, total }: Props) {
  const text = useText();
  const place = usePagePlaces()(useTabScope().path);
  return (
    <div className="list-heading">
      <Crumbs above={place?.above ?? []} isCurrent>
        {place?.title ?? label}
      </Crumbs>
      <span className="list-total">{total !== undefined && text('recordCount', { count: total })}</span>
    </div>
  );
}
