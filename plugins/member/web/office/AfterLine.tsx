import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { http } from '#web';
import { useAmountText } from '../centre/useAmountText.ts';

type Amount = string | number;
type Unit = 'money' | 'score';

interface Props {
  readonly unit: Unit;
  readonly member: number;
  /** What the member had when the row was read; asked for where it is not known. */
  readonly known?: Amount | undefined;
  /** What is typed. */
  readonly added: unknown;
}

/** What the member has now, and what an entry makes of it. */
export function AfterLine({ unit, member, known, added }: Props) {
  const { t } = useTranslation('scoreLog');
  const amountText = useAmountText();
  const { data } = useQuery({
    queryKey: ['balance', unit, member],
    queryFn: () => http.get<{ user: Readonly<Record<Unit, Amount>> }>(addOf[unit], { userId: member }, { quiet: true }),
    retry: false,
  });
  const now = data?.user[unit] ?? known;
  if (now === undefined) return null;
  const text = (amount: Amount): string => amountText(amount, unit);
  const after = sumOf(unit, now, added);
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
function sumOf(unit: Unit, now: Amount, added: unknown): Amount | undefined {
  if (added === null || added === undefined || added === '' || !Number.isFinite(Number(added))) return undefined;
  if (unit === 'score') return Number(now) + Number(added);
  return ((Math.round(Number(now) * 100) + Math.round(Number(added) * 100)) / 100).toFixed(2);
}
