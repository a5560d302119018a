import { useInvalidate } from '@refinedev/core';
import { Alert, Button, Card, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpProblem } from '#web';
import type { Proposal } from '../../shared/ask.ts';
import { decide } from './conversation.ts';

/** A write as it would be: field by field, what stands there and what would; nothing happens until it is accepted. */
export function ProposalCard({ turn, proposal }: { readonly turn: number; readonly proposal: Proposal }) {
  const { t } = useTranslation('chatAsk');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<boolean>();
  const invalidate = useInvalidate();
  const { label, name, row, changes, state, isNew } = proposal;
  const isOpen = state === 'open';
  const choose = async (isAccepted: boolean): Promise<void> => {
    setBusy(isAccepted);
    setFailure(undefined);
    try {
      await decide(turn, proposal, isAccepted);
      if (isAccepted) await invalidate({ invalidates: ['all'] });
    } catch (error) {
      setFailure(wordsOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  const what = isNew || name === '' ? label : t('row', { label, name, row });
  const title = t(isNew ? 'add' : 'change', { what });
  return (
    <Card
      size="small"
      className="ask-proposal"
      role="group"
      aria-label={title}
      title={title}
      extra={<State state={state} />}
    >
      <dl className="ask-diff">
        {changes.map(({ field, label: of, before, after }) => (
          <div key={field}>
            <dt>{of}</dt>
            <dd>
              {!isNew && (
                <>
                  <del aria-label={t('before', { value: before === '' ? t('empty') : before })}>
                    {before === '' ? t('empty') : before}
                  </del>
                  <span aria-hidden> → </span>
                </>
              )}
              <ins aria-label={t('after', { value: after === '' ? t('empty') : after })}>
                {after === '' ? t('empty') : after}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      {failure !== undefined && <Alert type="error" showIcon title={failure} role="alert" />}
      {isOpen && (
        <Flex gap={8} wrap className="ask-decide">
          <Button type="primary" loading={busy === true} disabled={busy === false} onClick={() => void choose(true)}>
            {t('accept')}
          </Button>
          <Button loading={busy === false} disabled={busy === true} onClick={() => void choose(false)}>
            {t('decline')}
          </Button>
          <Typography.Text type="secondary">{t('nothingYet')}</Typography.Text>
        </Flex>
      )}
    </Card>
  );
}

/** What was wrong with which field, else what was said. */
function wordsOf(error: unknown): string {
  if (error instanceof HttpProblem && error.errors) return Object.values(error.errors).join(' ');
  return error instanceof Error ? error.message : String(error);
}

const colors = { open: 'blue', applied: 'green', declined: 'default', over: 'default' } as const;
function State({ state }: Pick<Proposal, 'state'>) {
  const { t } = useTranslation('chatAsk');
  return <Tag color={colors[state]}>{t(`state.${state}`)}</Tag>;
}
