import {
  DownloadOutlined,
  ExportOutlined,
  LeftOutlined,
  RightOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from './useShownFiles.ts';

interface Props {
  readonly file: ShownFile;
  readonly current: number;
  readonly total: number;
  readonly actions: {
    readonly onActive: (offset: number) => void;
    readonly onRotateLeft: () => void;
    readonly onRotateRight: () => void;
    readonly onZoomOut: () => void;
    readonly onZoomIn: () => void;
  };
}

/** How a page opens what is kept elsewhere: it takes the place of no page. */
export const elsewhere = { target: '_blank', rel: 'noopener noreferrer' };
const look = 'ant-image-preview-actions-action';

/** What can be done with a picture that is shown large; antd's own have English names in every language, and no tooltips. */
export function PictureTools({ file, actions, current, total }: Props) {
  const { t } = useTranslation('upload');
  // One that cannot be used keeps the focus: whoever goes through pictures by it is at its end, and nowhere else.
  const tool = (name: string, icon: ReactNode, onClick: () => void, isUsable = true) => (
    <button
      type="button"
      className={isUsable ? look : `${look} ${look}-disabled`}
      aria-disabled={!isUsable}
      aria-label={t(name)}
      title={t(name)}
      onClick={() => isUsable && onClick()}
    >
      {icon}
    </button>
  );
  const link = { className: look, href: file.link, ...elsewhere };
  return (
    <div className="ant-image-preview-actions upload-full-tools">
      {total > 1 && tool('view.previous', <LeftOutlined aria-hidden />, () => actions.onActive(-1), current > 0)}
      {tool('view.rotateLeft', <RotateLeftOutlined aria-hidden />, actions.onRotateLeft)}
      {tool('view.rotateRight', <RotateRightOutlined aria-hidden />, actions.onRotateRight)}
      {tool('view.zoomOut', <ZoomOutOutlined aria-hidden />, actions.onZoomOut)}
      {tool('view.zoomIn', <ZoomInOutlined aria-hidden />, actions.onZoomIn)}
      <a {...link} download={file.name} aria-label={t('view.download')} title={t('view.download')}>
        <DownloadOutlined aria-hidden />
      </a>
      <a {...link} aria-label={t('view.tab')} title={t('view.tab')}>
        <ExportOutlined aria-hidden />
      </a>
      {total > 1 && tool('view.next', <RightOutlined aria-hidden />, () => actions.onActive(1), current < total - 1)}
    </div>
  );
}
