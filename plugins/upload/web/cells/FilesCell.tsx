import { Popover } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '#web';
import { FileLink } from './FileLink.tsx';
import { useCellFiles } from './useCellFiles.ts';

/** The first file with its icon, on one line of a list; the others behind a number. */
export default function FilesCell(props: CellProps) {
  const { t } = useTranslation('upload');
  const { files, show, view } = useCellFiles(props);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const [first, ...rest] = files;
  if (!first) return <span className="cell-empty">-</span>;
  const close = (): void => {
    // Whoever was in it is where they were.
    if (document.activeElement?.closest('.upload-rest')) opener.current?.focus();
    setOpen(false);
  };
  return (
    <span className="upload-cell-files" onDoubleClick={(event) => event.stopPropagation()}>
      <FileLink file={first} onShow={() => show(0)} />
      {rest.length > 0 && (
        <Popover
          trigger="click"
          open={open}
          onOpenChange={(next) => (next ? setOpen(true) : close())}
          destroyOnHidden
          rootClassName="upload-rest"
          content={
            <ul className="upload-rest-list">
              {rest.map((file, at) => (
                <li key={file.address}>
                  <FileLink
                    file={file}
                    onShow={() => {
                      close();
                      show(at + 1);
                    }}
                  />
                </li>
              ))}
            </ul>
          }
        >
          <button
            ref={opener}
            type="button"
            className="cell-more"
            aria-expanded={open}
            aria-label={t('view.moreFiles', { count: rest.length })}
          >
            +{rest.length}
          </button>
        </Popover>
      )}
      {view}
    </span>
  );
}
