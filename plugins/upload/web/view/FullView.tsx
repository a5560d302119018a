import { CloseOutlined, DownloadOutlined, ExportOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Image, Modal, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shapeOf, type Shape } from './fileKinds.ts';
import { elsewhere, PictureTools } from './PictureTools.tsx';
import { Thumb } from './Thumb.tsx';
import type { ShownFile } from './useShownFiles.ts';
import './view.css';

interface Props {
  readonly files: readonly ShownFile[];
  readonly at: number;
  readonly onClose: () => void;
}

/** Files as large as the window lets them: pictures to go through and to zoom into, films, sound, papers. */
export default function FullView({ files, at, onClose }: Props) {
  const file = files[at]!;
  const shape = shapeOf(file.address, file.type);
  const isGone = useIsGone(file);
  if (shape !== 'picture' || isGone || file.link === undefined)
    return <MediaView file={file} isGone={isGone} shape={shape} onClose={onClose} />;
  return (
    <Pictures
      files={files.filter(({ address, type, link }) => shapeOf(address, type) === 'picture' && link !== undefined)}
      first={file}
      onClose={onClose}
    />
  );
}

/** Whether there is nothing at the address of a file of this site. What cannot be asked is tried. */
function useIsGone({ link, isGone }: ShownFile): boolean {
  const isOurs = link?.startsWith('/storage/') === true;
  const { data } = useQuery({
    queryKey: ['upload there', link],
    queryFn: async () => (await fetch(link!, { method: 'HEAD' })).status,
    enabled: isOurs,
    staleTime: 0,
    retry: false,
  });
  return isGone || (isOurs && data === 404);
}

function Pictures({
  files,
  first,
  onClose,
}: Pick<Props, 'onClose'> & { files: readonly ShownFile[]; first: ShownFile }) {
  const { t } = useTranslation('upload');
  const [current, setCurrent] = useState(() => files.findIndex(({ address }) => address === first.address));
  const file = files[current] ?? first;
  return (
    <Image.PreviewGroup
      items={files.map(({ link, name }) => ({ src: link!, alt: name }))}
      preview={{
        open: true,
        rootClassName: 'upload-full',
        current,
        onChange: setCurrent,
        // What the dialog is called.
        alt: file.name,
        closeIcon: <CloseOutlined aria-label={t('view.close')} title={t('view.close')} />,
        countRender: (place, total) => (
          <>
            <bdi className="upload-full-name">{file.name}</bdi>
            {total > 1 && <bdi>{`${place} / ${total}`}</bdi>}
          </>
        ),
        actionsRender: (_own, shown) => <PictureTools {...shown} file={file} />,
        onOpenChange: (open) => !open && onClose(),
      }}
    />
  );
}

function MediaView({
  file,
  isGone,
  shape,
  onClose,
}: { file: ShownFile; isGone: boolean; shape: Shape } & Pick<Props, 'onClose'>) {
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
        !isGone &&
        file.link !== undefined && (
          <Flex gap="small" wrap justify="end">
            <Button href={file.link} download={file.name} {...elsewhere} icon={<DownloadOutlined aria-hidden />}>
              {t('view.download')}
            </Button>
            <Button href={file.link} {...elsewhere} icon={<ExportOutlined aria-hidden />}>
              {t('view.tab')}
            </Button>
          </Flex>
        )
      }
    >
      {isGone ? (
        <Alert type="warning" showIcon title={t('view.gone')} />
      ) : file.link === undefined ? (
        <Spin />
      ) : (
        <Media file={file} src={file.link} shape={shape} />
      )}
    </Modal>
  );
}

function Media({ file, src, shape }: { file: ShownFile; src: string; shape: Shape }) {
  const { name } = file;
  const { t } = useTranslation('upload');
  const [failed, setFailed] = useState(false);
  if (failed) return <p role="alert">{t('view.failed')}</p>;
  const shared = { src, controls: true, 'aria-label': name, onError: () => setFailed(true) };
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own files have none
  if (shape === 'video') return <video className="upload-media" playsInline {...shared} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- likewise
  if (shape === 'audio') return <audio className="upload-media" {...shared} />;
  if (shape === 'pdf') return <iframe className="upload-paper" src={src} title={name} />;
  return (
    <p className="upload-nothing">
      <Thumb file={file} alt={name} />
      {t('view.none')}
    </p>
  );
}
