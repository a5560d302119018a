import { CodeOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { openPanel, useMedia } from '#web';
import { dot, hasTasks } from './dot.ts';

const look = { color: 'inherit', fontSize: 16 };

/**
 * Opens the terminal; a dot tells that tasks were added meanwhile. Tasks of another visit go on from here, also on a phone,
 * where the entry of the account is shown in its stead.
 */
export default function TerminalButton() {
  const { t } = useTranslation('terminal');
  const isPhone = useMedia('(max-width: 767px)');
  const isNew = useSyncExternalStore(dot.subscribe, dot.isShown);
  useEffect(() => {
    if (hasTasks()) void import('../queue/queue.ts');
  }, []);
  if (isPhone) return null;
  const label = t(isNew ? 'openNew' : 'title');
  return (
    <Button
      type="text"
      icon={
        <Badge dot={isNew}>
          <CodeOutlined style={look} />
        </Badge>
      }
      aria-label={label}
      title={label}
      onClick={() => openPanel('terminal')}
    />
  );
}
