import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/wire.ts';
import { showVersion } from '../state/threads.ts';

interface Props {
  readonly conversation: string;
  readonly message: Message;
  readonly versions: readonly Message[];
}

/** ‹ 2/3 ›: walks the versions of a turn. */
export function Versions({ conversation, message, versions }: Props) {
  const { t } = useTranslation('chat');
  if (versions.length < 2) return null;
  const place = versions.findIndex(({ id }) => id === message.id);
  const go = (step: number) => () => void showVersion(conversation, versions[place + step]!);
  return (
    <span className="chat-versions" role="group" aria-label={t('version.label')}>
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('version.before')}
        disabled={place === 0}
        onClick={go(-1)}
      />
      <span>{`${place + 1}/${versions.length}`}</span>
      <Button
        type="text"
        size="small"
        icon={<RightOutlined />}
        aria-label={t('version.after')}
        disabled={place === versions.length - 1}
        onClick={go(1)}
      />
    </span>
  );
}
