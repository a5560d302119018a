import { safeAddress, type CellProps } from '#web';
import { nameOf } from '../view/fileKinds.ts';
import { Thumb } from '../view/Thumb.tsx';
import { useFullView } from '../view/useFullView.tsx';
import { useLinks } from '../view/useLinks.ts';
import './cells.css';

/** So many are drawn; a number says how many more there are. */
const most = 3;

/** Small pictures and icons of the files of a field. */
export default function PicturesCell(props: CellProps) {
  const addresses = addressesIn(props.value);
  const links = useLinks(addresses, props);
  const files = addresses.map((address) => ({ address: links(address), name: nameOf(address) }));
  const { show, view } = useFullView(files);
  if (files.length === 0) return <span className="cell-empty">—</span>;
  return (
    <span className="upload-cell" onDoubleClick={(event) => event.stopPropagation()}>
      {files.slice(0, most).map(({ address, name }, at) => (
        <button key={address} type="button" className="upload-cell-file" title={name} onClick={() => show(at)}>
          <Thumb address={address} width={96} name={name} />
        </button>
      ))}
      {files.length > most && (
        <button type="button" className="cell-more" onClick={() => show(most)}>
          +{files.length - most}
        </button>
      )}
      {view}
    </span>
  );
}

/** Addresses that may be shown: one, or several. */
export const addressesIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => safeAddress(each) !== undefined);
