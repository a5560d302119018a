import { Alert, Button, Flex, Form, Select } from 'antd';
import { useEffect, useId, useMemo, useRef, useState, type PropsWithChildren } from 'react';
import type { Manifest } from '#resource';
import { NoOptions } from '../components/NoOptions.tsx';
import { kindNamed } from '../fields/kinds.ts';
import { isBlank } from '../fields/view.ts';
import { bulkFields } from './bulkFields.ts';
import { ButtonReason } from './ButtonReason.tsx';
import { BulkReport } from './BulkReport.tsx';
import { BulkJob, BulkJobButtons, isBegun, LastBulkJob } from './BulkJob.tsx';
import { useFirstFocus } from './formFocus.ts';
import { FormSurface } from './FormSurface.tsx';
import type { Values } from './formValues.ts';
import { RowForm } from './RowForm.tsx';
import { useBulkEdit, type Chosen } from './useBulkEdit.ts';
import { useEditing } from './useEditing.ts';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { useText } from '../settings/useText.ts';
import { useImport } from './import/useImport.ts';
import './bulkEdit.css';

interface Props {
  readonly manifest: Manifest;
  readonly chosen: Chosen;
  /** The large one that it opens with. */
  readonly id?: number | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Asks which fields of the chosen rows get which values, and shows what that does before it is done. */
export function BulkEditDialog({ manifest, chosen, id, onClose, onChanged }: Props) {
  const text = useText();
  const [open, setOpen] = useState(true);
  const [names, choose] = useState<readonly string[]>([]);
  const form = useMemo(() => formOf(manifest, names), [manifest, names]);
  const jobs = useImport(manifest, onChanged, { call: 'bulkJob', id });
  const { report, examples, given, saving, preview, apply, edit } = useBulkEdit(manifest, chosen, onChanged, jobs.show);
  // One whose check was stopped is no more than what stands in the form.
  const job = jobs.state?.state === 'received' ? undefined : jobs.state;
  const values = useRef<Values>({});
  const show = async (changed: Values) => {
    values.current = changed;
    await preview(changed);
    return { id: 0 };
  };
  const source = {
    id: undefined,
    loaded: undefined,
    retry: () => {},
    add: show,
    edit: (_row: unknown, to: Values) => show(to),
  };
  const state = useEditing(form, source, () => {});
  useLeaveWarning(() => names.length > 0 && !(job && isBegun(job)), open);
  const finish = async (): Promise<void> => {
    if (await apply(values.current)) setOpen(false);
  };
  const count = 'ids' in chosen ? chosen.ids.length : chosen.matching.count;
  const next = useRef<HTMLButtonElement>(null);
  const isShown = report !== undefined || job !== undefined;
  useEffect(() => {
    if (isShown) next.current?.focus();
  }, [isShown, job?.state]);
  const back = (): void => {
    edit();
    jobs.startOver();
  };
  // Of one that was begun before, nobody has chosen anything here.
  const isForm = job ? names.length > 0 && !isBegun(job) : id === undefined;
  const reasonId = useId();
  const reason = waitsFor(isForm && !isShown, names, report?.changed);
  const footer = (
    <Flex gap="small" justify="end" align="center" wrap>
      {reason && <ButtonReason id={reasonId}>{text(reason)}</ButtonReason>}
      {job ? (
        <BulkJobButtons {...{ job, jobs, next }} onBack={back} onClose={() => setOpen(false)} />
      ) : report ? (
        <>
          <Button disabled={saving} onClick={edit}>
            {text('bulkEdit:back')}
          </Button>
          <Button
            ref={next}
            type="primary"
            loading={saving}
            disabled={reason !== undefined}
            aria-describedby={reason && reasonId}
            onClick={() => void finish()}
          >
            {text('bulkEdit:apply', { count: report.changed })}
          </Button>
        </>
      ) : (
        <>
          <Button onClick={() => setOpen(false)}>{text('cancel')}</Button>
          {isForm && (
            <Button
              type="primary"
              loading={state.saving}
              disabled={reason !== undefined}
              aria-describedby={reason && reasonId}
              onClick={() => state.form.submit()}
            >
              {text('bulkEdit:preview')}
            </Button>
          )}
        </>
      )}
    </Flex>
  );
  return (
    <FormSurface
      form={manifest.form}
      title={
        job || id === undefined
          ? text('actionOn', { action: text('bulkEdit'), count: job?.lines ?? count })
          : text('bulkEdit')
      }
      open={open}
      footer={footer}
      onLeave={() => setOpen(false)}
      afterClose={onClose}
    >
      {isForm && (
        <FirstFocus>
          <Form.Item layout="vertical" label={text('bulkEdit:fields')} htmlFor="bulk-fields" className="bulk-fields">
            <Select
              id="bulk-fields"
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              notFoundContent={<NoOptions />}
              disabled={isShown}
              value={[...names]}
              placeholder={text('bulkEdit:choose')}
              options={bulkFields(manifest).map(({ name, label }) => ({ value: name, label }))}
              onChange={(chosenNames: string[]) => choose(chosenNames)}
            />
          </Form.Item>
        </FirstFocus>
      )}
      {isForm && names.length > 0 && (
        <RowForm key={names.join()} manifest={form} state={state} isNew locked={isShown} prefix="bulk" />
      )}
      {report && <BulkReport manifest={manifest} report={report} />}
      {job ? (
        <BulkJob {...{ manifest, job, examples, given }} />
      ) : (
        names.length === 0 && <LastBulkJob {...{ manifest, jobs }} />
      )}
      {jobs.failure !== undefined && <Alert type="error" showIcon title={jobs.failure} />}
    </FormSurface>
  );
}

/** The text that says why the main button cannot be pressed; undefined where it can. */
function waitsFor(isAsking: boolean, names: readonly string[], changed: number | undefined): string | undefined {
  if (changed === 0) return 'bulkJob:nothingToDo';
  return isAsking && names.length === 0 ? 'bulkEdit:noFields' : undefined;
}

/** The first input has the focus as soon as it is there. */
function FirstFocus({ children }: PropsWithChildren) {
  const place = useRef<HTMLDivElement>(null);
  useFirstFocus(place, true);
  return <div ref={place}>{children}</div>;
}

/**
 * The form of a new row with these fields only, and no lines. What decides about the others is not here: they are shown whatever it
 * is. They begin empty, and those that are never empty ask for a value: nobody shall give a default to a hundred rows because they
 * have not looked. A switch has no such state.
 */
function formOf(manifest: Manifest, names: readonly string[]): Manifest {
  const fields = bulkFields(manifest).filter(({ name }) => names.includes(name));
  return {
    ...manifest,
    lines: [],
    fields: Object.fromEntries(
      fields.map(({ when: _when, ...field }) => [
        field.name,
        kindNamed(field.kind)?.inline === 'always'
          ? field
          : { ...field, required: field.required || !isBlank(field.default), default: null },
      ]),
    ),
    form: { ...manifest.form, sections: [{ label: null, lines: fields.map(({ name }) => [name]) }] },
  };
}
