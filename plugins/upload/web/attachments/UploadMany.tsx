import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useLayoutEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldManifest } from '#resource';
import { useLeaveWarning, useUploads } from '#web';
import { Failures } from '../inputs/Failures.tsx';
import { HalfSent } from '../inputs/HalfSent.tsx';
import { SendingItem } from '../inputs/SendingItem.tsx';
import { useFocusRestore } from '../inputs/useFocusRestore.ts';
import { sendFile } from '../send/sendFile.ts';
import '../inputs/inputs.css';

/** Of no form: whatever the site takes. */
const anyFile = { name: 'file', kind: 'file', label: '', options: {} } as unknown as FieldManifest;

interface Props {
  readonly onUploaded: () => void;
  /** What the page shows, with the button for those who have no mouse. */
  readonly children: (tools: ReactNode) => ReactNode;
}

/** A page onto which files are dropped, and what is on its way. */
export function UploadMany({ onUploaded, children }: Props) {
  const { t } = useTranslation('upload');
  const [over, setOver] = useState(false);
  const [arrived, setArrived] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  useFocusRestore(root);
  const picker = useRef<HTMLInputElement>(null);
  const { sending, add, retry } = useUploads(sendFile, { field: anyFile }, () => {
    setArrived((before) => before + 1);
    onUploaded();
  });
  const running = sending.filter(({ error }) => error === undefined).length;
  const isSending = useRef(false);
  useLayoutEffect(() => void (isSending.current = running > 0), [running]);
  useLeaveWarning(
    useCallback(() => isSending.current, []),
    true,
  );
  const send = (files: readonly File[]): void => {
    if (running === 0) setArrived(0);
    add(files);
  };
  const tools = (
    <div className="upload-many">
      <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => picker.current?.click()}>
        {t('attachment.upload')}
      </Button>
      <span role="status" className="upload-progress">
        {running > 0 && t('attachment.running', { done: arrived, count: running })}
        {running === 0 && arrived > 0 && t('attachment.arrived', { count: arrived })}
      </span>
      {running === 0 && arrived === 0 && <span className="upload-hint">{t('attachment.drop')}</span>}
    </div>
  );
  return (
    <div
      ref={root}
      className={`upload-drop ${over ? 'is-over' : ''}`}
      onPaste={({ clipboardData: { files } }) => files.length > 0 && send([...files])}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        send([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label={t('attachment.upload')}
        onChange={({ target }) => {
          send([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {sending.length > 0 && (
        <ul className="upload-rows upload-many-list">
          {sending.map((each) => (
            <SendingItem key={each.id} {...each} pictures={false} preview={undefined} onRetry={() => retry(each)} />
          ))}
        </ul>
      )}
      <Failures pictures={false} sending={sending} retry={retry} />
      <HalfSent sending={sending.length} />
      {children(tools)}
    </div>
  );
}
