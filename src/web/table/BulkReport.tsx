import { Alert, Typography } from 'antd';
import type { BulkReport as Report, Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { Examples } from './Examples.tsx';

/** Rows that are shown one by one. */
const mostShown = 100;

/** What would become of the rows. */
export function BulkReport({ manifest, report }: { readonly manifest: Manifest; readonly report: Report }) {
  const { changed, same, refused, examples } = report;
  const text = useText();
  const notes = [
    ...(same > 0 ? [text('bulkEdit:same', { count: same })] : []),
    ...(changed > 0 && !manifest.traits['history'] ? [text('bulkEdit:final')] : []),
  ];
  return (
    <div role="status" className="bulk-report">
      <Alert
        type={changed > 0 ? 'info' : 'warning'}
        showIcon
        title={text('bulkEdit:changed', { count: changed })}
        description={notes.length > 0 ? notes.join(' ') : undefined}
      />
      <Examples {...{ manifest, examples, changed }} />
      {refused.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={text('bulkEdit:refused', { count: refused.length })}
          description={
            <ul className="bulk-refused">
              {refused.slice(0, mostShown).map(({ id, name, reason }) => (
                <li key={id}>
                  <Typography.Text strong>{name ?? `#${id}`}</Typography.Text> {reason}
                </li>
              ))}
              {refused.length > mostShown && <li>{text('moreOf', { count: refused.length - mostShown })}</li>}
            </ul>
          }
        />
      )}
    </div>
  );
}
