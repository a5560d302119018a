import { RowButtons, RowCheckbox, RowItem, type ListViewProps } from '#web';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '#resource';
import { sizeText } from '../../shared/size.ts';
import { Thumb } from '../view/Thumb.tsx';
import { useFullView } from '../view/useFullView.tsx';
import type { AttachmentRow } from './attachmentRow.ts';
import { useAttachmentLinks } from './useAttachmentLinks.ts';
import { Uses } from './Uses.tsx';
import './attachments.css';

/** Attachments as pictures beside each other. */
export default function AttachmentGrid(props: ListViewProps) {
  const { t } = useTranslation('upload');
  const { manifest, empty } = props;
  const rows = props.rows as readonly (ListViewProps['rows'][number] & AttachmentRow)[];
  const links = useAttachmentLinks(rows);
  const { show, view } = useFullView(
    rows.map(({ url, name, mimetype }) => ({ address: links(url), name, type: mimetype })),
  );
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
              <Thumb address={links(row.url)} width={320} name="" type={row.mimetype} />
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
