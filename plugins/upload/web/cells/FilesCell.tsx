import type { CellProps } from '#web';
import { shapeOf } from '../view/fileKinds.ts';
import { Thumb } from '../view/Thumb.tsx';
import { useCellFiles } from './useCellFiles.ts';

/** Files with their icons; those that a browser can show open large, the others are links. */
export default function FilesCell(props: CellProps) {
  const { files, show, view } = useCellFiles(props);
  if (files.length === 0) return <span className="cell-empty">-</span>;
  return (
    <span className="upload-cell-files" onDoubleClick={(event) => event.stopPropagation()}>
      {files.map((file, at) => (
        <a
          key={file.address}
          className="upload-cell-name"
          href={file.link ?? '#'}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={file.name}
          onClick={(event) => {
            const isLink = shapeOf(file.address) === 'other' || event.ctrlKey || event.metaKey;
            if (isLink && file.link !== undefined) return;
            event.preventDefault();
            show(at);
          }}
        >
          <span className="upload-cell-icon">
            <Thumb file={file} alt="" />
          </span>
          <span>{file.name}</span>
        </a>
      ))}
      {view}
    </span>
  );
}
