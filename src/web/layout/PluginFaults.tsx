import { WarningOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../messages/notify.ts';
import { usePluginFaults, type PluginFault } from '../plugins/faults.ts';
import './pluginFaults.css';

/** Plugins of which a message has told: whoever comes to a page with a header anew sees the sign in it. */
const told = new Set<string>();

/**
 * Tells who can do something about it which plugins have failed in this browser, and what of them; nothing while none
 * has.
 */
export function PluginFaults() {
  const { t } = useTranslation('plugins');
  const faults = usePluginFaults();
  const names = [...new Set(faults.map(({ plugin }) => plugin))].join(', ');
  useEffect(() => {
    const fresh = new Set(faults.map(({ plugin }) => plugin).filter((plugin) => !told.has(plugin)));
    if (fresh.size === 0) return;
    for (const plugin of fresh) told.add(plugin);
    notify.warning(t('fault.failed', { names: [...fresh].join(', ') }));
  }, [faults, t]);
  if (faults.length === 0) return null;
  return (
    <Popover
      trigger={['click']}
      placement="bottomRight"
      title={t('fault.title')}
      content={
        <div className="plugin-faults">
          <p>{t('fault.help')}</p>
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
        aria-label={t('fault.failed', { names })}
        title={t('fault.failed', { names })}
      />
    </Popover>
  );
}

function Fault({ plugin, part, name, reason }: PluginFault) {
  const { t } = useTranslation('plugins');
  return (
    <li>
      <strong>{plugin}</strong> {t(`fault.part.${part}`, { name })}
      <code>{reason}</code>
    </li>
  );
}
