import { CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Thumb } from '../view/Thumb.tsx';
import type { ShownFile } from '../view/useShownFiles.ts';
import type { useOneStop } from './useOneStop.ts';
import { useSorted } from './useSorted.ts';

interface Props {
  readonly kept: ShownFile;
  readonly pictures: boolean;
  readonly preview: string | undefined;
  readonly sortable: boolean;
  readonly disabled: boolean;
  readonly stop: ReturnType<ReturnType<typeof useOneStop>['of']>;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

/** A file that the field holds: a picture to look at, or a line with its name. */
export function FileItem({ kept, pictures, preview, sortable, disabled, stop, ...on }: Props) {
  const { t } = useTranslation('upload');
  const { place, handle } = useSorted(kept.address);
  const { name } = kept;
  return (
    <li {...place} className={`${pictures ? 'upload-tile' : 'upload-row'} ${place.className}`}>
      <button type="button" {...stop} className="upload-shown" title={name} onClick={on.onShow}>
        <Thumb file={kept} alt={name} preview={preview} />
        {!pictures && <span className="upload-name">{name}</span>}
      </button>
      {!disabled && (
        <span className="upload-actions">
          {sortable && (
            <Button
              {...handle}
              tabIndex={stop.tabIndex}
              size="small"
              type="text"
              className="upload-grip"
              icon={<HolderOutlined />}
              aria-label={t('input.move', { name })}
              title={t('input.move', { name })}
            />
          )}
          <Button
            size="small"
            type="text"
            className="upload-remove"
            icon={<CloseOutlined />}
            aria-label={t('input.remove', { name })}
            title={t('input.remove', { name })}
            tabIndex={stop.tabIndex}
            onClick={on.onRemove}
          />
        </span>
      )}
    </li>
  );
}
