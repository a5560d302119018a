import { CameraOutlined, EditOutlined, FolderOpenOutlined, UploadOutlined } from '@ant-design/icons';
import { useCan } from '@refinedev/core';
import { Button, ConfigProvider } from 'antd';
import { Suspense, lazy, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '#web';
import { acceptOf } from '../send/fieldLimits.ts';
import { nameOf } from '../view/fileKinds.ts';
import { useFullView } from '../view/useFullView.tsx';
import { useFilesOf } from '../view/useShownFiles.ts';
import { baseAt } from '../send/sendFile.ts';
import { Addresses } from './Addresses.tsx';
import { Failures } from './Failures.tsx';
import { FieldHint } from './FieldHint.tsx';
import { HalfSent } from './HalfSent.tsx';
import { FileItem } from './FileItem.tsx';
import { SendingItem } from './SendingItem.tsx';
import { Sorter } from './Sorter.tsx';
import { useFieldFiles, type FieldKind } from './useFieldFiles.ts';
import { useFocusRestore } from './useFocusRestore.ts';
import { useOneStop } from './useOneStop.ts';
import './inputs.css';

const Picker = lazy(() => import('../attachments/Picker.tsx'));

/** The first names, where there are many. */
const fewOf = (names: readonly string[]): readonly string[] => (names.length > 5 ? [...names.slice(0, 4), '…'] : names);

/** The files of a field: picked, dropped, pasted, taken by a camera, chosen from the attachments, or typed as addresses. */
export function FileField(props: InputProps & FieldKind) {
  const { t } = useTranslation('upload');
  const { componentDisabled } = ConfigProvider.useConfig();
  const disabled = props.disabled ?? componentDisabled ?? false;
  const { field, many, pictures } = props;
  const files = useFieldFiles(props);
  const { addresses, sending, room } = files;
  const shown = useFilesOf(field, addresses, 320, files.chosenNames);
  const { show, view } = useFullView(shown);
  const stop = useOneStop(addresses);
  const [open, setOpen] = useState<'picker' | 'address'>();
  const mayChoose = useCan({ resource: 'routine/attachment', action: 'list' }).data?.can === true;
  // Members upload what they have; an address of elsewhere would be asked by the browser of whoever sees it.
  const mayType = baseAt(location.pathname) === '/admin';
  const [over, setOver] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const focus = useFocusRestore(root);
  /** Of the picker: gone when there is no room for more. */
  const opener = useRef<HTMLButtonElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  const take = (event: ClipboardEvent | DragEvent, { files: given }: DataTransfer): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!disabled) files.send([...given]);
  };
  const label = { field: field.label };
  const accept = acceptOf(field);
  const isFull = many && room === 0;
  const chooser = (capture?: 'environment') => (
    <input
      ref={capture ? camera : picker}
      type="file"
      hidden
      accept={accept}
      multiple={many && !capture}
      {...(capture && { capture })}
      aria-label={t(capture ? 'input.photoFor' : 'input.addTo', label)}
      onChange={({ target }) => {
        files.send([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
  return (
    <div
      ref={root}
      className={`upload-field ${over ? 'is-over' : ''}`}
      onPaste={(event) => event.clipboardData.files.length > 0 && take(event, event.clipboardData)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length > 0) take(event, event.dataTransfer);
      }}
    >
      <div id={props.id} role="group" aria-label={field.label} aria-describedby={props['aria-describedby']}>
        <Sorter
          ids={addresses}
          pictures={pictures}
          nameOf={(id) => shown.find(({ address }) => address === id)?.name ?? nameOf(id)}
          disabled={disabled || addresses.length < 2}
          onMove={files.move}
        >
          <ul className={pictures ? 'upload-tiles' : 'upload-rows'}>
            {shown.map((kept, at) => (
              <FileItem
                key={kept.address}
                kept={kept}
                pictures={pictures}
                preview={files.previewOf(kept.address)}
                sortable={many && addresses.length > 1}
                disabled={disabled}
                stop={stop.of(at)}
                onShow={() => show(at)}
                onRemove={() => files.remove(kept.address)}
              />
            ))}
            {sending.map((each) => (
              <SendingItem
                key={each.id}
                {...each}
                pictures={pictures}
                preview={files.previewOf(each.file)}
                onRetry={() => files.retry(each)}
              />
            ))}
            {room > 0 && (many || sending.length === 0) && !disabled && (
              <li className="upload-add">
                <Button
                  type="dashed"
                  icon={<UploadOutlined aria-hidden />}
                  aria-label={t('input.addTo', label)}
                  onClick={() => picker.current?.click()}
                >
                  {t(!many && addresses.length > 0 ? 'input.replace' : 'input.add')}
                </Button>
              </li>
            )}
          </ul>
        </Sorter>
        <div role="status">
          {files.leftOut.length > 0 && (
            <p className="upload-note">
              {t('input.tooMany', { limit: files.limit, count: files.leftOut.length, names: fewOf(files.leftOut) })}
            </p>
          )}
        </div>
        <Failures pictures={pictures} sending={sending} retry={files.retry} />
        <HalfSent table={props.table} field={field.name} sending={sending.length} />
        {!disabled && !isFull && (
          <div className="upload-tools">
            {mayChoose && (
              <Button
                ref={opener}
                type="text"
                size="small"
                icon={<FolderOpenOutlined aria-hidden />}
                onClick={() => setOpen('picker')}
              >
                {t('input.choose')}
              </Button>
            )}
            {pictures && (
              <Button
                className="upload-camera"
                type="text"
                size="small"
                icon={<CameraOutlined aria-hidden />}
                onClick={() => camera.current?.click()}
              >
                {t('input.photo')}
              </Button>
            )}
            {mayType && (
              <Button
                type="text"
                size="small"
                icon={<EditOutlined aria-hidden />}
                aria-expanded={open === 'address'}
                onClick={() => setOpen(open === 'address' ? undefined : 'address')}
              >
                {t('input.address')}
              </Button>
            )}
            <span className="upload-hint">{t(many ? 'input.dropMany' : 'input.drop')}</span>
          </div>
        )}
        {!disabled && !isFull && <FieldHint field={field} />}
        {open === 'address' && !disabled && !isFull && (
          <Addresses {...props} addresses={addresses} room={room} onAdd={files.choose} />
        )}
      </div>
      {chooser()}
      {pictures && chooser('environment')}
      {open === 'picker' && (
        <Suspense fallback={null}>
          <Picker
            field={field}
            pictures={pictures}
            room={many ? room : 1}
            many={many}
            onClose={() => {
              setOpen(undefined);
              focus.comeBack(opener.current);
            }}
            onChoose={(chosen) => files.choose(chosen)}
          />
        </Suspense>
      )}
      {view}
    </div>
  );
}
