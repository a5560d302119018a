import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '../centre/member.ts';
import type { Way } from '../enter/entry.ts';
import { BindDialog } from './BindDialog.tsx';

/** The mail address and the mobile number by which somebody signs in and is reached, and how they are changed. */
export function Bindings({ ways }: { ways: readonly Way[] }) {
  const { t } = useTranslation('centre');
  const member = useMember();
  const [way, open] = useState<Way>();
  return (
    <section className="centre-card" aria-label={t('bind.title')}>
      <h2>{t('bind.title')}</h2>
      <ul className="centre-list">
        {(['email', 'mobile'] as const).map((each) => {
          const bound = member?.[each] ?? '';
          return (
            <li key={each}>
              <span>{t(`bind.${each}`)}</span>
              <span className={bound ? 'centre-cut' : 'centre-quiet'}>{bound || t('bind.none')}</span>
              <Button
                disabled={!ways.includes(each)}
                title={ways.includes(each) ? undefined : t('bind.unavailable')}
                aria-label={`${t(bound ? 'bind.change' : 'bind.add')}: ${t(`bind.${each}`)}`}
                onClick={() => open(each)}
              >
                {t(bound ? 'bind.change' : 'bind.add')}
              </Button>
            </li>
          );
        })}
      </ul>
      {way && <BindDialog way={way} bound={member?.[way] ?? ''} onClose={() => open(undefined)} />}
    </section>
  );
}
