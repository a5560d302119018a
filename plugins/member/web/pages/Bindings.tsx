import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '../centre/member.ts';
import type { Way } from '../enter/entry.ts';
import { BindDialog } from './BindDialog.tsx';

const kinds = ['email', 'mobile'] as const;

/** The mail address and the mobile number by which somebody signs in and is reached, and how they are changed. */
export function Bindings({ ways, keepsCodes }: { ways: readonly Way[]; keepsCodes: boolean | undefined }) {
  const { t } = useTranslation('centre');
  const member = useMember();
  const id = useId();
  const [way, open] = useState<Way>();
  return (
    <section className="centre-card" aria-label={t('bind.title')}>
      <h2>{t('bind.title')}</h2>
      <ul className="centre-list">
        {kinds.map((each) => {
          const bound = member?.[each] ?? '';
          return (
            <li key={each}>
              <span>{t(`bind.${each}`)}</span>
              <span className={bound ? 'centre-cut' : 'centre-quiet'}>{bound || t('bind.none')}</span>
              <Button
                disabled={!ways.includes(each)}
                aria-describedby={ways.includes(each) ? undefined : `${id}-${each}`}
                aria-label={t('common:named', {
                  name: t(bound ? 'bind.change' : 'bind.add'),
                  value: t(`bind.${each}`),
                })}
                onClick={() => open(each)}
              >
                {t(bound ? 'bind.change' : 'bind.add')}
              </Button>
            </li>
          );
        })}
      </ul>
      {kinds
        .filter((each) => !ways.includes(each))
        .map((each) => (
          <p key={each} id={`${id}-${each}`} className="centre-quiet">
            {t(`bind.unavailable.${each}`)}
          </p>
        ))}
      {way && (
        <BindDialog way={way} bound={member?.[way] ?? ''} keepsCodes={keepsCodes} onClose={() => open(undefined)} />
      )}
    </section>
  );
}
