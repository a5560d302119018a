import { Button, Typography } from 'antd';
import type { RefObject } from 'react';
import { isImportWorking, type BulkReport, type ImportState, type Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { Examples } from './Examples.tsx';
import { ReportStep } from './import/ReportStep.tsx';
import { mayUndo, UndoButton } from './import/UndoButton.tsx';
import type { ImportHook } from './import/useImport.ts';

/** Whether more than looking has been asked for: what is chosen in the form means nothing any more. */
export const isBegun = ({ state }: ImportState): boolean => state !== 'checking' && state !== 'checked';

interface Props {
  readonly manifest: Manifest;
  readonly job: ImportState;
  /** Of a preview, the first rows that would change. */
  readonly examples: BulkReport['examples'];
  /** Which fields get which values, in a sentence; empty for one that was begun before. */
  readonly given: string;
}

/** How far a bulk edit is that is too large for one transaction, and what has come of it. */
export function BulkJob({ manifest, job, examples, given }: Props) {
  return (
    <div className="bulk-report">
      {isBegun(job) && given !== '' && <Typography.Text strong>{given}</Typography.Text>}
      <ReportStep call="bulkJob" state={job} />
      {!isBegun(job) && <Examples {...{ manifest, examples }} changed={job.edited} />}
    </div>
  );
}

interface ButtonsProps {
  readonly job: ImportState;
  readonly jobs: ImportHook;
  /** Has the focus in each step. */
  readonly next: RefObject<HTMLButtonElement | null>;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

export function BulkJobButtons({ job, jobs: { busy, step }, next, onBack, onClose }: ButtonsProps) {
  const text = useText();
  if (job.state === 'checked')
    return (
      <>
        <Button onClick={onBack}>{text('bulkJob:back')}</Button>
        <Button ref={next} type="primary" loading={busy} disabled={job.edited === 0} onClick={() => void step('run')}>
          {text('bulkEdit:apply', { count: job.edited })}
        </Button>
      </>
    );
  if (isImportWorking(job.state))
    return (
      <>
        <Button loading={busy} onClick={() => void step('cancel')}>
          {text('bulkJob:stop')}
        </Button>
        <Button ref={next} onClick={onClose}>
          {text('bulkJob:close')}
        </Button>
      </>
    );
  return (
    <>
      {mayUndo(job) && <UndoButton call="bulkJob" busy={busy} onUndo={() => void step('undo')} />}
      <Button ref={next} type="primary" onClick={onClose}>
        {text('bulkJob:close')}
      </Button>
    </>
  );
}

/** Leads back to the last one, which can still be undone. */
export function LastBulkJob({
  manifest,
  jobs: { last, show },
}: Pick<Props, 'manifest'> & { readonly jobs: ImportHook }) {
  const text = useText();
  if (!last) return null;
  const fields = last.columns.flatMap((name) =>
    name === null || name === 'id' ? [] : (manifest.fields[name]?.label ?? name),
  );
  return (
    <Typography.Text type="secondary">
      {text('bulkJob:last', { count: last.lines, fields: fields.join(text('bulkJob:or')) })}{' '}
      <Button type="link" size="small" className="report-last" onClick={() => show(last)}>
        {text('bulkJob:showLast')}
      </Button>
    </Typography.Text>
  );
}
