import type { CellProps } from '#web';
import { nameOf, shapeOf } from '../view/fileKinds.ts';
import { Thumb } from '../view/Thumb.tsx';
import { useFullView } from '../view/useFullView.tsx';
import { useLinks } from '../view/useLinks.ts';
import { addressesIn } from './PicturesCell.tsx';
import './cells.css';

/** Files with their icons; those that a browser can show open large, the others are links. */
export default function FilesCell(props: CellProps) {
  const addresses = addressesIn(props.value);
  const links = useLinks(addresses, props);
  const files = addresses.map((address) => ({ address: links(address), name: nameOf(address) }));
  const { show, view } = useFullView(files);
  if (files.length === 0) return <span className="cell-empty">—</span>;
  return (
    <span className="upload-cell-files" onDoubleClick={(event) => event.stopPropagation()}>
      {files.map(({ address, name }, at) => (
        <a
          key={address}
          className="upload-cell-name"
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={name}
          onClick={(event) => {
            if (shapeOf(address) === 'other' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            show(at);
          }}
        >
          <span className="upload-cell-icon">
            <Thumb address={address} width={96} name="" />
          </span>
          <span>{name}</span>
        </a>
      ))}
      {view}
    </span>
  );
}
