import type { CellProps } from '#web';
import { FileLink } from './FileLink.tsx';
import { useCellFiles } from './useCellFiles.ts';

/** All files of a field, one below the other, where a record is read. */
export default function FilesWhole(props: CellProps) {
  const { files, show, view } = useCellFiles(props);
  if (files.length === 0) return <span className="cell-empty">-</span>;
  return (
    <>
      <ul className="upload-whole">
        {files.map((file, at) => (
          <li key={file.address}>
            <FileLink file={file} onShow={() => show(at)} />
          </li>
        ))}
      </ul>
      {view}
    </>
  );
}
