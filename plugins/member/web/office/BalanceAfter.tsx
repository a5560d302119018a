import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { http, type FormSectionProps } from '#web';
import { useAmountText } from '../centre/useAmountText.ts';

type Balances = Readonly<Record<'money' | 'score', string | number>>;

/** Beside a new entry: what the member has now, and what the entry makes of it. */
export default function BalanceAfter({ manifest, row, values, readOnly }: FormSectionProps) {
  const { t } = useTranslation('scoreLog');
  const amountText = useAmountText();
  const unit = 'score' in manifest.fields ? 'score' : 'money';
  const member = Number(values['user_id'] ?? 0);
  const isAsked = row === undefined && !readOnly && member > 0;
  const { data } = useQuery({
    queryKey: ['balance', manifest.name, member],
    enabled: isAsked,
    queryFn: () => http.get<{ user: Balances }>(addOf[unit], { userId: member }, { quiet: true }),
    retry: false,
  });
  if (!isAsked || !data) return null;
  const text = (amount: string | number): string => amountText(amount, unit);
  const now = data.user[unit];
  const after = sumOf(unit, now, values[unit]);
  return (
    <Typography.Paragraph aria-live="polite" type={Number(after ?? 0) < 0 ? 'danger' : 'secondary'}>
      {after === undefined
        ? t(`now.${unit}`, { now: text(now) })
        : t(`after.${unit}`, { now: text(now), after: text(after) })}
    </Typography.Paragraph>
  );
}

const addOf = { score: '/admin/user.scoreLog/add', money: '/admin/user.moneyLog/add' } as const;

/** Undefined until an amount is there. Money is summed in cents. */
function sumOf(unit: 'money' | 'score', now: string | number, added: unknown): string | number | undefined {
  if (added === null || added === undefined || added === '' || !Number.isFinite(Number(added))) return undefined;
  if (unit === 'score') return Number(now) + Number(added);
  return ((Math.round(Number(now) * 100) + Math.round(Number(added) * 100)) / 100).toFixed(2);
}
