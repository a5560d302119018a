import type { CellProps } from '#web';
import { Thumb } from '../view/Thumb.tsx';
import { useCellFiles } from './useCellFiles.ts';

/** So many are drawn; a number says how many more there are. */
const most = 3;

/** Small pictures and icons of the files of a field. */
export default function PicturesCell(props: CellProps) {
  const { files, show, view } = useCellFiles(props);
  if (files.length === 0) return <span className="cell-empty">-</span>;
  return (
    <span className="upload-cell" onDoubleClick={(event) => event.stopPropagation()}>
      {files.slice(0, most).map((file, at) => (
        <button
          key={file.address}
          type="button"
          className="upload-cell-file"
          title={file.name}
          onClick={() => show(at)}
        >
          <Thumb file={file} alt={file.name} />
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
