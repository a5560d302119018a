import { Suspense } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { dash } from './cells.tsx';
import { safeAddress } from './safeAddress.ts';

const Pictures = lazyPart(async () => (await import('./Pictures.tsx')).Pictures);

/** Pictures of 36 pixels; a click shows them large. */
export function PictureCell({ addresses }: { addresses: readonly unknown[] }) {
  const shown = addresses.map(safeAddress).filter((each) => each !== undefined);
  if (shown.length === 0) return dash;
  return (
    <Boundary fallback={() => <span className="cell-text">{shown.join(' ')}</span>}>
      <Suspense fallback={<span className="cell-pictures" />}>
        <Pictures addresses={shown} />
      </Suspense>
    </Boundary>
  );
}
