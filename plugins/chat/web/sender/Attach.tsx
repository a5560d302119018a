import { CloseOutlined, LoadingOutlined, PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attached } from '../state/attached.ts';
import type { useAttachments } from './useAttachments.ts';

/** What a model can be shown: pictures, texts and PDF. The server looks at what is in a file. */
const kinds = 'image/*,text/*,application/pdf,application/json,.md,.csv';

/** Picks files for the next message. */
export function AttachButton({ add, isFull }: Pick<ReturnType<typeof useAttachments>, 'add' | 'isFull'>) {
  const { t } = useTranslation('chat');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={kinds}
        aria-label={t('attach.title')}
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button
        type="text"
        shape="circle"
        icon={<PaperClipOutlined />}
        aria-label={t('attach.title')}
        title={t('attach.title')}
        disabled={isFull}
        onClick={() => input.current?.click()}
      />
    </>
  );
}

interface FilesProps {
  readonly files: readonly Attached[];
  readonly onRemove: (file: Attached) => void;
}

export function AttachedFiles({ files, onRemove }: FilesProps) {
  const { t } = useTranslation('chat');
  if (files.length === 0) return null;
  return (
    <ul className="chat-attached">
      {files.map((file) => (
        <li key={file.key} data-failed={file.error !== undefined}>
          {file.id === undefined && !file.error ? <LoadingOutlined /> : <PaperClipOutlined />}
          <span>{file.name}</span>
          {file.error && <small role="alert">{file.error}</small>}
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('attach.remove', { name: file.name })}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}
