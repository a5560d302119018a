import { CodeOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { openPanel } from '#web';
import { dot, hasTasks } from './dot.ts';

const look = { color: 'inherit', fontSize: 16 };

/** Opens the terminal; a dot tells that tasks were added meanwhile. */
export default function TerminalButton() {
  const { t } = useTranslation('terminal');
  const isNew = useSyncExternalStore(dot.subscribe, dot.isShown);
  useEffect(() => {
    if (hasTasks()) void import('../queue/queue.ts');
  }, []);
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
