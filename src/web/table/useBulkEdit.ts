import { useRef, useState } from 'react';
import type { BulkReport, ImportState, Manifest, UndoReport } from '#resource';
import { HttpProblem } from '../http/problem.ts';
import { useRequest } from '../http/useRequest.ts';
import { notify } from '../messages/notify.ts';
import { useText } from '../settings/useText.ts';
import type { Values } from './formValues.ts';
import { givenValues } from './givenValues.ts';
import type { Matching } from './listCall.ts';
import { notifyUndone } from './notifyUndone.ts';
import { offerUndo } from './undo.ts';
import { newUuid } from '../plainHttp/newUuid.ts';

export type Chosen = { readonly ids: readonly number[] } | { readonly matching: Matching };

/**
 * Shows what new values would do to the chosen rows, then does just that, and offers to take it back. What is too large for one
 * transaction is a job.
 */
export function useBulkEdit(
  manifest: Manifest,
  chosen: Chosen,
  onChanged: () => void,
  onJob: (job: ImportState) => void,
) {
  const text = useText();
  const request = useRequest();
  const [report, setReport] = useState<BulkReport>();
  const [given, setGiven] = useState('');
  const [saving, setSaving] = useState(false);
  // The preview says how many rows a list has, and the call after it keeps to those.
  const rows = 'ids' in chosen ? chosen : { matching: { query: chosen.matching.query } };
  const sent = useRef({ body: '', key: '' });
  const url = `${manifest.api}bulkEdit`;

  const preview = async (values: Values): Promise<BulkReport> => {
    const now = await request.post<BulkReport>(url, { ...rows, values, preview: true });
    setReport(now);
    setGiven(givenValues(manifest, values, now.examples, text));
    if (now.job) onJob(now.job);
    return now;
  };
  const undo = async (id: number): Promise<void> => {
    const report = await request.post<UndoReport>(`${manifest.api}undoEdit`, { id });
    onChanged();
    notifyUndone(report, text);
  };

  /** False when the rows have changed meanwhile: the report is then of how they are now. */
  const apply = async (values: Values): Promise<boolean> => {
    const { refused, seen } = report!;
    const payload = { ...rows, values, except: refused.map(({ id }) => id), seen };
    const body = JSON.stringify(payload);
    if (sent.current.body !== body) sent.current = { body, key: newUuid() };
    setSaving(true);
    try {
      const done = await request.post<BulkReport>(url, payload, { headers: { 'Idempotency-Key': sent.current.key } });
      const said = text('bulkEdit:gave', { done: text('bulkEdit:done', { count: done.changed }), given });
      const { undo: id } = done;
      if (id !== null) offerUndo(said, text, () => undo(id));
      else notify.success(said);
      onChanged();
      return true;
    } catch (error) {
      // What is refused now was not when it was shown.
      if (error instanceof HttpProblem) await preview(values).catch(() => {});
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    // What a job has found stands in its state.
    report: report?.job ? undefined : report,
    examples: report?.examples ?? [],
    /** Which fields get which values, in a sentence. */
    given,
    saving,
    preview,
    apply,
    edit: () => setReport(undefined),
  };
}
