import { Image } from 'antd';
import { dash } from './TextCell.tsx';
import { safeAddress } from './safeAddress.ts';

/** Pictures of 36 pixels; a click shows them large. */
export function PictureCell({ addresses }: { addresses: readonly unknown[] }) {
  const shown = addresses.map(safeAddress).filter((each) => each !== undefined);
  if (shown.length === 0) return dash;
  return (
    <span className="cell-pictures" onDoubleClick={(event) => event.stopPropagation()}>
      <Image.PreviewGroup items={shown.map((src) => ({ src }))}>
        {shown.slice(0, 3).map((src) => <Image key={src} src={src} width={36} height={36} alt="" loading="lazy" referrerPolicy="no-referrer" preview={{ mask: false }} fallback={brokenPicture} />)}
      </Image.PreviewGroup>
      {shown.length > 3 && <span className="cell-more">+{shown.length - 3}</span>}
    </span>
  );
}

const brokenPicture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"%3E%3Crect width="36" height="36" fill="%238883"/%3E%3Cpath d="M9 26l7-9 5 6 3-4 4 7z" fill="%238888"/%3E%3C/svg%3E';
