import type { FormSectionProps } from '#web';
import { AfterLine } from './AfterLine.tsx';

/** Beside a new entry: what the member has now, and what the entry makes of it. */
export default function BalanceAfter({ manifest, row, values, readOnly }: FormSectionProps) {
  const unit = 'score' in manifest.fields ? 'score' : 'money';
  const member = Number(values['user_id'] ?? 0);
  const isAsked = row === undefined && !readOnly && member > 0;
  return isAsked && <AfterLine unit={unit} member={member} added={values[unit]} />;
}
