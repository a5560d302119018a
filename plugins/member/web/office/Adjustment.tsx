import type { FormSectionProps } from '#web';
import { AfterLine } from './AfterLine.tsx';

/** Below the amount of an adjustment: what the member has now, and what becomes of it. */
export default function Adjustment({ manifest, row, values }: FormSectionProps) {
  if (!row) return null;
  const unit = manifest.name.endsWith('adjustScore') ? 'score' : 'money';
  return (
    <AfterLine unit={unit} member={row.id} known={row[unit] as string | number | undefined} added={values['amount']} />
  );
}
