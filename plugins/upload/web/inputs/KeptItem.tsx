import { CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Thumb } from '../view/Thumb.tsx';
import type { ShownFile } from '../view/useShownFiles.ts';
import { useSorted } from './useSorted.ts';

interface Props {
  readonly kept: ShownFile;
  readonly pictures: boolean;
  readonly preview: string | undefined;
  readonly sortable: boolean;
  readonly disabled: boolean;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

/** A file that the field holds: a picture to look at, or a line with its name. */
export function KeptItem({ kept, pictures, preview, sortable, disabled, onShow, onRemove }: Props) {
  const { t } = useTranslation('upload');
  const { place, handle } = useSorted(kept.address);
  const { name } = kept;
  return (
    <li {...place} className={`${pictures ? 'upload-tile' : 'upload-row'} ${place.className}`}>
      <button type="button" className="upload-shown" title={name} onClick={onShow}>
        <Thumb file={kept} alt={name} preview={preview} />
        {!pictures && <span className="upload-name">{name}</span>}
      </button>
      {!disabled && (
        <span className="upload-actions">
          {sortable && (
            <Button
              {...handle}
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
            icon={<CloseOutlined />}
            aria-label={t('input.remove', { name })}
            title={t('input.remove', { name })}
            onClick={onRemove}
          />
        </span>
      )}
    </li>
  );
}
