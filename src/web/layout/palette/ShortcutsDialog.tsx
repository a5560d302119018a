import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcuts } from '../../navigation/shortcuts.ts';
import { slots } from '../../plugins/slots.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { KeyCaps } from './KeyCaps.tsx';
import './palette.css';

const groups = [...new Set(shortcuts.map(({ group }) => group))];

/** All keys that do something, by where they do. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('shortcuts');
  const realm = useRealm();
  const [open, setOpen] = useState(true);
  const ofPlugins = slots.shortcuts?.(realm) ?? [];
  return (
    <Modal
      open={open}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={null}
      title={t('title')}
      width={480}
      destroyOnHidden
    >
      {groups.map((group) => (
        <section key={group} className="shortcuts" aria-label={t(`group.${group}`)}>
          <h3>{t(`group.${group}`)}</h3>
          <dl>
            {shortcuts
              .filter((each) => each.group === group)
              .map(({ name, keys }) => (
                <div key={name}>
                  <dt>{t(`does.${name}`)}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                  </dd>
                </div>
              ))}
            {group === 'everywhere' &&
              ofPlugins.map(({ keys, does }) => (
                <div key={keys.join()}>
                  <dt>{does}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <p className="shortcuts-help">{t('typing')}</p>
    </Modal>
  );
}
