import { DownloadOutlined } from '@ant-design/icons';
import { Button, Image, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shapeOf, type Shape } from './fileKinds.ts';
import { Thumb } from './Thumb.tsx';
import './view.css';

export interface ShownFile {
  readonly address: string;
  readonly name: string;
  /** Media type, where it is known. */
  readonly type?: string | undefined;
}
interface Props {
  readonly files: readonly ShownFile[];
  readonly at: number;
  readonly onClose: () => void;
}

/** Files as large as the window lets them: pictures to go through and to zoom into, films, sound, papers. */
export default function FullView({ files, at, onClose }: Props) {
  const file = files[at]!;
  const shape = shapeOf(file.address, file.type);
  if (shape !== 'picture') return <MediaView file={file} shape={shape} onClose={onClose} />;
  return (
    <Pictures
      files={files.filter(({ address, type }) => shapeOf(address, type) === 'picture')}
      first={file}
      onClose={onClose}
    />
  );
}

function Pictures({
  files,
  first,
  onClose,
}: Pick<Props, 'onClose'> & { files: readonly ShownFile[]; first: ShownFile }) {
  const [current, setCurrent] = useState(() => files.indexOf(first));
  return (
    <Image.PreviewGroup
      items={files.map(({ address, name }) => ({ src: address, alt: name }))}
      preview={{
        open: true,
        rootClassName: 'upload-full',
        current,
        onChange: setCurrent,
        onOpenChange: (open) => !open && onClose(),
      }}
    />
  );
}

function MediaView({
  file,
  shape,
  onClose,
}: { file: ShownFile; shape: Exclude<Shape, 'picture'> } & Pick<Props, 'onClose'>) {
  const { t } = useTranslation('upload');
  const [open, setOpen] = useState(true);
  return (
    <Modal
      open={open}
      title={<span className="upload-view-name">{file.name}</span>}
      width={shape === 'pdf' ? 'min(1000px, 94vw)' : 'min(760px, 94vw)'}
      centered
      destroyOnHidden
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Button href={file.address} target="_blank" rel="noopener noreferrer" icon={<DownloadOutlined aria-hidden />}>
          {t('view.download')}
        </Button>
      }
    >
      <Media file={file} shape={shape} />
    </Modal>
  );
}

function Media({ file: { address, name, type }, shape }: { file: ShownFile; shape: Exclude<Shape, 'picture'> }) {
  const { t } = useTranslation('upload');
  const [failed, setFailed] = useState(false);
  if (failed) return <p role="alert">{t('view.failed')}</p>;
  const shared = { src: address, controls: true, 'aria-label': name, onError: () => setFailed(true) };
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own files have none
  if (shape === 'video') return <video className="upload-media" playsInline {...shared} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- likewise
  if (shape === 'audio') return <audio className="upload-media" {...shared} />;
  if (shape === 'pdf') return <iframe className="upload-paper" src={address} title={name} />;
  return (
    <p className="upload-nothing">
      <Thumb address={address} width={96} name={name} type={type} />
      {t('view.none')}
    </p>
  );
}
