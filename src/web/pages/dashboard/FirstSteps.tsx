import { CheckCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { askForNew } from '../../navigation/askedForms.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { personIn } from '../../realms/session.ts';
import { readStored, store } from '../../settings/storage.ts';
import type { FirstStep } from './overview.ts';

/** What a new site needs first, each ticked once it is done; gone when all are, or when somebody wants no more of it. */
export function FirstSteps({ steps }: { readonly steps: readonly FirstStep[] }) {
  const { t } = useTranslation('dashboard');
  const realm = useRealm();
  const key = `firstSteps:${personIn(realm) ?? ''}`;
  const [isHidden, setHidden] = useState(() => readStored(key) === 'hidden');
  if (isHidden || steps.length === 0) return null;
  const hide = (): void => {
    store(key, 'hidden');
    setHidden(true);
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <header>
        <h3 id="first-steps">{t('first.title')}</h3>
        <span>{t('first.done', { done, all: steps.length })}</span>
        <Button type="text" size="small" onClick={hide}>
          {t('first.hide')}
        </Button>
      </header>
      <ol>
        {steps.map((step, place) => (
          <Step key={step.name} step={step} number={place + 1} />
        ))}
      </ol>
    </section>
  );
}

function Step({
  step: { name, isDone, path, label, help, go: lead },
  number,
}: {
  readonly step: FirstStep;
  readonly number: number;
}) {
  const { t } = useTranslation('dashboard');
  const { base } = useRealm();
  const navigate = useNavigate();
  const go = (): void => {
    void navigate(`${base}/${path}`);
    if (name === 'people') askForNew(`${base}/${path}`);
  };
  return (
    <li data-done={isDone}>
      {isDone ? (
        <CheckCircleFilled className="first-step-mark" aria-label={t('first.ticked')} role="img" />
      ) : (
        <span className="first-step-mark" aria-hidden>
          {number}
        </span>
      )}
      <div>
        <strong>{label ?? t(`first.${name}`)}</strong>
        <p>{help ?? t(`first.${name}Help`)}</p>
      </div>
      {!isDone && path !== undefined && <Button onClick={go}>{lead ?? t(`first.${name}Go`)}</Button>}
    </li>
  );
}
