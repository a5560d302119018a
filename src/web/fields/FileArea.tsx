import { PaperClipOutlined } from '@ant-design/icons';
import { Button, ConfigProvider, Progress } from 'antd';
import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileDropProps } from './FileDrop.tsx';
import type { FileUpload } from './fileUpload.ts';
import { useUploads, type Sending } from './useUploads.ts';
import './files.css';

/** A control with what takes files into it, and what becomes of them on their way. */
export function FileArea({
  input,
  room = Infinity,
  picks = true,
  onDropAt,
  onFile,
  upload,
  children,
}: FileDropProps & { upload: FileUpload }) {
  const { t } = useTranslation('plugins');
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { sending, add, retry } = useUploads(upload, input, onFile);
  const { componentDisabled } = ConfigProvider.useConfig();
  const disabled = input.disabled ?? componentDisabled ?? false;
  const left = room - sending.length;
  const take = (event: ClipboardEvent | DragEvent, { files }: DataTransfer): void => {
    event.preventDefault();
    event.stopPropagation();
    if (disabled) return;
    add([...files].slice(0, Math.max(left, 0)));
  };
  const paste = (event: ClipboardEvent): void => {
    // Who copies words gets them, though some programs put a picture of them beside.
    if (event.clipboardData.files.length > 0 && !event.clipboardData.getData('text/plain'))
      take(event, event.clipboardData);
  };
  const drag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(!disabled);
  };
  const drop = (event: DragEvent): void => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    onDropAt?.(event);
    take(event, event.dataTransfer);
  };
  return (
    <div
      className={`file-area ${over ? 'is-over' : ''}`}
      onPasteCapture={paste}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDropCapture={drop}
    >
      {children}
      {picks && (
        <Button
          type="text"
          size="small"
          icon={<PaperClipOutlined />}
          disabled={disabled || left <= 0}
          aria-label={t('file.addTo', { field: input.field.label })}
          onClick={() => picker.current?.click()}
        >
          {t('file.add')}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        multiple={room > 1}
        aria-label={t('file.addTo', { field: input.field.label })}
        onChange={({ target }) => {
          add([...(target.files ?? [])].slice(0, left));
          target.value = '';
        }}
      />
      <ul className="file-area-list" role="status">
        {sending.map((each) => (
          <OnItsWay key={each.id} {...each} onRetry={() => retry(each)} />
        ))}
      </ul>
    </div>
  );
}

function OnItsWay({ file, part, stage, error, stop, onRetry }: Sending & { onRetry: () => void }) {
  const { t } = useTranslation('plugins');
  return (
    <li>
      <span className="file-area-name" title={file.name}>
        {file.name}
      </span>
      {error === undefined ? (
        <span>
          <Progress percent={Math.round(part * 100)} size="small" aria-label={file.name} />
          {stage}
        </span>
      ) : (
        <span className="file-area-error">{error}</span>
      )}
      {error !== undefined && (
        <Button size="small" type="link" onClick={onRetry}>
          {t('file.retry')}
        </Button>
      )}
      <Button size="small" type="link" onClick={stop}>
        {t(error === undefined ? 'file.cancel' : 'file.dismiss')}
      </Button>
    </li>
  );
}
