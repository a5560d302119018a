import { Alert, Button, Input, Popconfirm, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '#resource';
import type { KeyInfo } from '../../shared/wire.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { calls, textOf } from '../state/calls.ts';
import { NewKey } from './NewKey.tsx';
import './apiKeys.css';

/** Keys by which a member's own programs use the models here. */
export function ApiKeys() {
  const { t } = useTranslation('chat');
  const { keys, made, error, add, revoke } = useKeys();
  const address = `${location.origin}/api/chat/v1`;
  return (
    <div className="chat-api-keys">
      <p>{t('apiKeys.lead')}</p>
      <div>
        <span className="chat-quiet" aria-hidden>
          {t('apiKeys.address')}
        </span>
        <Copied label={t('apiKeys.address')} text={address} />
      </div>
      {error !== undefined && <Alert type="error" showIcon role="alert" title={error} />}
      {made && (
        <Alert
          type="success"
          role="status"
          title={t('apiKeys.made', { name: made.name })}
          description={<Copied label={t('apiKeys.secret')} text={made.secret!} />}
        />
      )}
      <NewKey onAdd={add} />
      {keys === undefined ? (
        error === undefined && <Spin />
      ) : keys.length === 0 ? (
        <p className="chat-quiet">{t('apiKeys.none')}</p>
      ) : (
        <ul aria-label={t('apiKeys.title')}>
          {keys.map((key) => (
            <KeyLine key={key.id} info={key} onRevoke={() => revoke(key)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function useKeys() {
  const [keys, setKeys] = useState<readonly KeyInfo[]>();
  const [made, setMade] = useState<KeyInfo>();
  const [error, setError] = useState<string>();
  const tried = async (work: () => Promise<void>): Promise<boolean> => {
    setError(undefined);
    try {
      await work();
      return true;
    } catch (problem) {
      setError(textOf(problem));
      return false;
    }
  };
  useEffect(() => {
    calls.keys().then(
      ({ list }) => setKeys(list),
      (problem: unknown) => setError(textOf(problem)),
    );
  }, []);
  const add = (name: string, days: number | undefined): Promise<boolean> =>
    tried(async () => {
      const { secret, ...key } = await calls.addKey(name, days);
      setMade({ ...key, ...(secret !== undefined && { secret }) });
      setKeys((before = []) => [key, ...before]);
    });
  const revoke = (key: KeyInfo): Promise<boolean> =>
    tried(async () => {
      await calls.revokeKey(key.id);
      setKeys((before = []) => before.filter(({ id }) => id !== key.id));
      setMade((shown) => (shown?.id === key.id ? undefined : shown));
    });
  return { keys, made, error, add, revoke };
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation('chat');
  return (
    <div className="chat-buttons">
      <Input readOnly value={text} aria-label={label} onFocus={({ target }) => target.select()} />
      <CopyButton text={text} label={t('copy')} />
    </div>
  );
}

function KeyLine({ info, onRevoke }: { readonly info: KeyInfo; readonly onRevoke: () => Promise<boolean> }) {
  const { t } = useTranslation('chat');
  const { name, prefix, last_used_time: used, expire_time: end } = info;
  const times = [
    used === null ? t('apiKeys.unused') : t('apiKeys.used', { time: dateTimeText(used) }),
    ...(end === null ? [] : [t('apiKeys.expires', { time: dateTimeText(end) })]),
  ];
  return (
    <li>
      <span>
        <strong>{name}</strong> <code>{prefix}…</code>
        <small className="chat-quiet">{times.join(' · ')}</small>
      </span>
      <Popconfirm
        title={t('apiKeys.sure', { name })}
        okText={t('apiKeys.revoke')}
        cancelText={t('cancel')}
        placement="topRight"
        classNames={{ root: 'chat-key-question' }}
        okButtonProps={{ danger: true }}
        onConfirm={onRevoke}
      >
        <Button size="small" aria-label={t('apiKeys.revokeOne', { name })}>
          {t('apiKeys.revoke')}
        </Button>
      </Popconfirm>
    </li>
  );
}
