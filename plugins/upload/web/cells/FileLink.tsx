import { FileName } from '../view/FileName.tsx';
import { shapeOf } from '../view/fileKinds.ts';
import { Thumb } from '../view/Thumb.tsx';
import type { ShownFile } from '../view/useShownFiles.ts';
import './cells.css';

interface Props {
  readonly file: ShownFile;
  readonly onShow: () => void;
}

/** A file with its icon: opens large where a browser can show it, and is a link where not. */
export function FileLink({ file, onShow }: Props) {
  return (
    <a
      className="upload-cell-name"
      href={file.link ?? '#'}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={file.name}
      aria-label={file.name}
      onClick={(event) => {
        const isLink = shapeOf(file.address) === 'other' || event.ctrlKey || event.metaKey;
        if (isLink && file.link !== undefined) return;
        event.preventDefault();
        onShow();
      }}
    >
      <span className="upload-cell-icon">
        <Thumb file={file} alt="" />
      </span>
      <FileName name={file.name} />
    </a>
  );
}
