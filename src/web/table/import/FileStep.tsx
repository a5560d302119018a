import { UploadOutlined } from '@ant-design/icons';
import { Button, Progress, Typography } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import { largestImport, sizeText, type Manifest } from '#resource';
import { useText } from '../../settings/useText.ts';
import { Template } from './Template.tsx';
import type { ImportHook } from './useImport.ts';

type Props = Pick<ImportHook, 'send' | 'sent' | 'busy' | 'last' | 'show' | 'refuse'> & { readonly manifest: Manifest };

/** Where the file is chosen or dropped. */
export function FileStep({ manifest, send, sent, busy, last, show, refuse }: Props) {
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [over, setOver] = useState(false);
  const take = (file: File | undefined): void => {
    if (!file || busy) return;
    if (file.size > largestImport) return refuse(text('import:tooLarge', { size: sizeText(largestImport) }));
    setName(file.name);
    void send(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <div
        className={`import-file ${over ? 'is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Button icon={<UploadOutlined />} loading={busy} autoFocus onClick={() => picker.current?.click()}>
          {text('import:choose')}
        </Button>
        <Typography.Text type="secondary" className="import-drop">
          {text('import:drop')}
        </Typography.Text>
        <Typography.Text type="secondary">{text('import:kinds', { size: sizeText(largestImport) })}</Typography.Text>
        <Template manifest={manifest} onRefused={refuse} />
        <input
          ref={picker}
          type="file"
          hidden
          accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={text('import:choose')}
          onChange={({ target }) => {
            take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      {sent !== undefined && (
        <div role="status">
          <Progress percent={Math.floor(sent * 100)} status="active" showInfo={false} />
          <Typography.Text type="secondary">
            {text('import:uploading', { file: name, percent: Math.floor(sent * 100) })}
          </Typography.Text>
        </div>
      )}
      {last && sent === undefined && (
        <Typography.Text type="secondary">
          {text('import:last', { file: last.file })}{' '}
          <Button type="link" size="small" className="report-last" onClick={() => show(last)}>
            {text('import:showLast')}
          </Button>
        </Typography.Text>
      )}
    </>
  );
}
