import { Alert, Card, Switch, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addsInBrowser } from '../../plugins/addsInBrowser.ts';
import { states, type Module } from './modules.ts';

interface Props {
  readonly module: Module;
  readonly isBusy: boolean;
  /** Missing for who may not. */
  readonly onSwitch: ((isOn: boolean) => void) | undefined;
}

export function ModuleCard({ module, isBusy, onSwitch }: Props) {
  const { t } = useTranslation('module');
  const { title, version, intro, icon, state, wanted, requires } = module;
  return (
    <Card
      size="small"
      className="module-card"
      title={
        <span className="module-title">
          <i className={icon || 'fa fa-puzzle-piece'} aria-hidden />
          <span>{title}</span>
          {version !== '' && <Typography.Text type="secondary">{version}</Typography.Text>}
        </span>
      }
      extra={
        <Switch
          checked={wanted}
          loading={isBusy}
          disabled={!onSwitch}
          checkedChildren={t('on')}
          unCheckedChildren={t('off')}
          aria-label={t(wanted ? 'disable' : 'enable', { title })}
          onChange={onSwitch}
        />
      }
    >
      {intro !== '' && <p>{intro}</p>}
      <NotStarted module={module} />
      <Adds module={module} />
      {state === states.waiting && <Tag color="orange">{t('waiting')}</Tag>}
      {requires.length > 0 && (
        <Typography.Text type="secondary">{t('requires', { names: requires.join(', ') })}</Typography.Text>
      )}
      <Failures module={module} />
    </Card>
  );
}

/** What the server knows of it, and what its browser half has registered here. */
function Adds({ module: { adds, state, folder } }: { module: Module }) {
  const { t } = useTranslation('module');
  const here = addsInBrowser(folder);
  const links = ({ title, path }: Module['adds']['tables'][number]) => (
    <li key={`${title} ${path}`}>
      {state === states.on && path !== undefined ? <Link to={`/${path}`}>{title}</Link> : title}
    </li>
  );
  const words = (word: string) => <li key={word}>{word}</li>;
  const count = (name: string, count: number) => (count > 0 ? [words(t(`adds.${name}`, { count }))] : []);
  const parts = [
    ['tables', adds.tables.map(links)],
    ['pages', [...adds.pages.map(links), ...here.pages.map(links)]],
    ['settings', adds.settings.map(links)],
    ['dashboard', [...adds.cards, ...here.widgets].map(words)],
    ['account', here.account.map(words)],
    ['panels', here.panels.map(words)],
    ['shortcuts', here.shortcuts.map(words)],
    ['header', count('entries', here.header)],
    ['kinds', adds.kinds.map(words)],
    ['realms', adds.realms.map(words)],
    ['commands', adds.commands.map(words)],
    ['behind', [...count('routes', adds.routes), ...count('jobs', adds.jobs)]],
  ] as const;
  const shown = parts.filter(([, entries]) => entries.length > 0);
  if (shown.length === 0) return <Typography.Text type="secondary">{t('adds.nothing')}</Typography.Text>;
  return (
    <dl className="module-adds">
      {shown.map(([name, entries]) => (
        <div key={name}>
          <dt>{t(`adds.${name}`)}</dt>
          <dd>
            <ul>{entries}</ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NotStarted({ module: { notStarted } }: { module: Module }) {
  const { t } = useTranslation('module');
  if (notStarted === undefined) return null;
  return (
    <Alert
      type="error"
      showIcon
      className="module-not-started"
      title={t('notStarted')}
      description={<span translate="no">{notStarted}</span>}
    />
  );
}

function Failures({ module: { failures } }: { module: Module }) {
  const { t } = useTranslation('module');
  if (failures.length === 0) return null;
  return (
    <details className="module-failures">
      <summary>
        <Typography.Text type="danger">{t('failures', { count: failures.length })}</Typography.Text>
      </summary>
      <ul translate="no">
        {failures.map((failure) => (
          <li key={failure}>{failure}</li>
        ))}
      </ul>
    </details>
  );
}
