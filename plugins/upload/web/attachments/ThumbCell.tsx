import type { CellProps } from '#web';
import { Thumb } from '../view/Thumb.tsx';
import { useFullView } from '../view/useFullView.tsx';
import { useShownFiles } from '../view/useShownFiles.ts';
import { storedFile, type AttachmentRow } from './attachmentRow.ts';
import '../cells/cells.css';

/** What an attachment looks like, in the list of all. */
export default function ThumbCell({ row }: CellProps) {
  const files = useShownFiles(row['url'] ? [storedFile(row as AttachmentRow)] : [], 96);
  const { show, view } = useFullView(files);
  const [file] = files;
  if (!file) return <span className="cell-empty">-</span>;
  return (
    <span className="upload-cell" onDoubleClick={(event) => event.stopPropagation()}>
      <button type="button" className="upload-cell-file" title={file.name} onClick={() => show(0)}>
        <Thumb file={file} alt={file.name} />
      </button>
      {view}
    </span>
  );
}
