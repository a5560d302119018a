import { CloseOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#resource';
import type { Sending } from '#web';
import { isRefused } from '../send/refused.ts';
import { Thumb } from '../view/Thumb.tsx';

interface Props extends Sending {
  readonly pictures: boolean;
  readonly preview: string | undefined;
  readonly onRetry: () => void;
}

/** A file on its way: what it is, how far, and how to stop it or to try again. */
export function SendingItem({ file, part, stage, error, stop, pictures, preview, onRetry }: Props) {
  const { t } = useTranslation('upload');
  const { name } = file;
  const percent = Math.floor(part * 100);
  const hasFailed = error !== undefined;
  return (
    <li
      className={`${pictures ? 'upload-tile' : 'upload-row'} is-sending ${hasFailed ? 'has-failed' : ''}`}
      title={hasFailed ? t('common:named', { name, value: error }) : name}
    >
      <span className="upload-shown">
        <Thumb file={{ address: name, name, type: file.type, thumb: undefined }} alt={name} preview={preview} />
        {!pictures && (
          <span className="upload-words">
            <span className="upload-name">
              {name} <small>{sizeText(file.size)}</small>
            </span>
            {hasFailed && (
              <span role="alert" className="upload-why">
                {error}
              </span>
            )}
          </span>
        )}
      </span>
      <span className="upload-state">
        {hasFailed ? (
          <WarningOutlined className="upload-warning" aria-hidden />
        ) : (
          <Progress
            percent={percent}
            {...(pictures ? { type: 'circle', size: 44 } : { size: 'small' })}
            aria-label={name}
          />
        )}
        {stage && <small className="upload-stage">{stage}</small>}
      </span>
      <span className="upload-actions">
        {hasFailed && !isRefused(file) && (
          <Button
            size="small"
            type="text"
            icon={<ReloadOutlined />}
            aria-label={t('input.retry', { name })}
            title={t('input.retry', { name })}
            onClick={onRetry}
          />
        )}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t(hasFailed ? 'input.dismiss' : 'input.cancel', { name })}
          title={t(hasFailed ? 'input.dismiss' : 'input.cancel', { name })}
          onClick={stop}
        />
      </span>
    </li>
  );
}
