import type { CellProps } from '#web';
import { Thumb } from '../view/Thumb.tsx';
import { useFullView } from '../view/useFullView.tsx';
import type { AttachmentRow } from './attachmentRow.ts';
import { useAttachmentLinks } from './useAttachmentLinks.ts';
import '../cells/cells.css';

/** What an attachment looks like, in the list of all. */
export default function ThumbCell({ row }: CellProps) {
  const { url, name, mimetype } = row as AttachmentRow;
  const links = useAttachmentLinks([row as AttachmentRow]);
  const { show, view } = useFullView([{ address: links(url), name, type: mimetype }]);
  if (!url) return <span className="cell-empty">—</span>;
  return (
    <span className="upload-cell" onDoubleClick={(event) => event.stopPropagation()}>
      <button type="button" className="upload-cell-file" title={name} onClick={() => show(0)}>
        <Thumb address={links(url)} width={96} name={name} type={mimetype} />
      </button>
      {view}
    </span>
  );
}
