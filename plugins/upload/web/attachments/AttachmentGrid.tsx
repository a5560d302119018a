import { RowButtons, RowCheckbox, RowItem, type ListViewProps } from '#web';
import { useTranslation } from 'react-i18next';
import { dateTimeText, sizeText } from '#resource';
import { Thumb } from '../view/Thumb.tsx';
import { useFullView } from '../view/useFullView.tsx';
import { useShownFiles } from '../view/useShownFiles.ts';
import { storedFile, type AttachmentRow } from './attachmentRow.ts';
import { uploaderOf } from './uploaderOf.ts';
import { Uses } from './Uses.tsx';
import './attachments.css';

/** Attachments as pictures beside each other. */
export default function AttachmentGrid(props: ListViewProps) {
  const { t } = useTranslation('upload');
  const { manifest, empty } = props;
  const rows = props.rows as readonly (ListViewProps['rows'][number] & AttachmentRow)[];
  const files = useShownFiles(rows.map(storedFile), 320);
  const { show, view } = useFullView(files);
  if (rows.length === 0) return empty;
  return (
    <>
      <ul className="upload-grid" aria-label={manifest.label}>
        {rows.map((row, at) => (
          <RowItem key={row.id} row={row} className="upload-card">
            <button
              type="button"
              className="upload-card-picture"
              aria-label={t('view.open', { name: row.name })}
              onClick={() => show(at)}
            >
              <Thumb file={files[at]!} alt="" />
            </button>
            <div className="upload-card-text">
              <RowCheckbox {...props} row={row}>
                <strong className="upload-card-name" title={row.name}>
                  {row.name}
                </strong>
              </RowCheckbox>
              <small className="upload-card-facts">
                {sizeText(row.size)} · {row.mimetype}
                <br />
                {dateTimeText(Number(row['last_upload_time']))}
                <br />
                {uploaderOf(row, t)}
              </small>
              <div className="upload-card-foot">
                <Uses id={row.id} count={row.quote} />
                <RowButtons {...props} row={row} />
              </div>
            </div>
          </RowItem>
        ))}
      </ul>
      {view}
    </>
  );
}
