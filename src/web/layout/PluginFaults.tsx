import { WarningOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../messages/notify.ts';
import { usePluginFaults, type PluginFault } from '../plugins/faults.ts';
import './pluginFaults.css';

/**
 * Tells who can do something about it which plugins have failed in this browser, and what of them; nothing while none
 * has.
 */
export function PluginFaults() {
  const { t } = useTranslation('fault');
  const faults = usePluginFaults();
  const names = [...new Set(faults.map(({ plugin }) => plugin))].join(', ');
  useEffect(() => {
    if (names) notify.warning(t('failed', { names }));
  }, [names, t]);
  if (faults.length === 0) return null;
  return (
    <Popover
      trigger={['click']}
      placement="bottomRight"
      title={t('title')}
      content={
        <div className="plugin-faults">
          <p>{t('help')}</p>
          <ul>
            {faults.map((fault) => (
              <Fault key={`${fault.plugin} ${fault.part} ${fault.name}`} {...fault} />
            ))}
          </ul>
        </div>
      }
    >
      <Button
        type="text"
        danger
        icon={<WarningOutlined />}
        aria-label={t('failed', { names })}
        title={t('failed', { names })}
      />
    </Popover>
  );
}

function Fault({ plugin, part, name, reason }: PluginFault) {
  const { t } = useTranslation('fault');
  return (
    <li>
      <strong>{plugin}</strong> {t(`part.${part}`, { name })}
      <code>{reason}</code>
    </li>
  );
}
