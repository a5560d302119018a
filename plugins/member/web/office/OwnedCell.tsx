import { useTranslation } from 'react-i18next';
import type { CellProps } from '#web';
import { useAmountText } from '../centre/useAmountText.ts';

/** What a member owns; of a closed account it is void, and struck through. */
export default function OwnedCell({ field, value, row }: CellProps) {
  const { t } = useTranslation('memberOffice');
  const amountText = useAmountText();
  if (value === null || value === undefined) return null;
  const text = amountText(value as string | number, field.name === 'score' ? 'score' : 'money');
  return row['closed'] === 1 ? (
    <del title={t('void')}>
      {text}
      <span className="visually-hidden"> {t('void')}</span>
    </del>
  ) : (
    text
  );
}
