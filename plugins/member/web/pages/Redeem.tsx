import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Space } from 'antd';
import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { http, HttpProblem, usePersonChange } from '#web';
import { useMay } from '../centre/centreState.ts';
import { useAmountText } from '../centre/useAmountText.ts';

/** `POST /api/account/redeem`: what was added; one of the two is nothing. */
interface Redeemed {
  readonly points: number;
  readonly money: string;
}

/** Fills up balance or points by a code that somebody was given. */
export function Redeem() {
  const { t } = useTranslation('centre');
  const text = useAmountText();
  const { message } = App.useApp();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const id = useId();
  const may = useMay('account/integral', 'redeem');
  const client = useQueryClient();
  const changed = usePersonChange();

  const redeem = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (code.trim() === '') return setError(t('redeem.empty'));
    setBusy(true);
    setError(undefined);
    try {
      const { points, money } = await http.post<Redeemed>(
        '/api/account/redeem',
        { code: code.trim() },
        { quiet: true },
      );
      setCode('');
      void message.success(
        points > 0
          ? t('redeem.points', { points: text(points, 'score'), count: points })
          : t('redeem.money', { money: text(money, 'money') }),
      );
      await Promise.all([client.invalidateQueries({ queryKey: ['member'] }), changed()]);
    } catch (problem) {
      if (!(problem instanceof HttpProblem)) throw problem;
      setError(problem.errors?.['code'] ?? problem.message);
    } finally {
      setBusy(false);
    }
  };
  if (!may) return null;
  return (
    <form className="centre-redeem" noValidate onSubmit={(event) => void redeem(event)}>
      <label htmlFor={id}>{t('redeem.code')}</label>
      <Space.Compact block>
        <Input
          id={id}
          value={code}
          autoComplete="off"
          maxLength={64}
          {...(error === undefined ? {} : { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button htmlType="submit" loading={busy}>
          {t('redeem.submit')}
        </Button>
      </Space.Compact>
      <div id={`${id}-error`} className="centre-error" role="alert">
        {error}
      </div>
    </form>
  );
}
