import type { CellProps } from '#web';
import { shapeOf } from '../view/fileKinds.ts';
import { Thumb } from '../view/Thumb.tsx';
import { useCellFiles } from './useCellFiles.ts';

/** Files with their icons; those that a browser can show open large, the others are links. */
export default function FilesCell(props: CellProps) {
  const { files, show, view } = useCellFiles(props);
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
