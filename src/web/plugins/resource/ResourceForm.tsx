import { Button, Flex } from 'antd';
import { useId, useRef, useState } from 'react';
import type { Manifest } from '#resource';
import { loadInputs } from '../../fields/commonInputs.tsx';
import type { ListRow } from '../../fields/view.ts';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { Overlay } from '../../components/Overlay.tsx';
import { notify } from '../../messages/notify.ts';
import { useText } from '../../settings/useText.ts';
import { nameOf } from '../../table/nameOf.ts';
import { useLeaveWarning } from '../../table/useLeaveWarning.ts';
import { useRowActions } from '../../table/useRowActions.ts';
import { useRowForm } from '../../table/useRowForm.ts';
import { useOwnManifest, type Wishes } from './ownManifest.ts';
import { WithManifest } from './WithManifest.tsx';
import './resource.css';

const RowForm = lazyPart(async () => (await Promise.all([import('../../table/RowForm.tsx'), loadInputs()]))[0].RowForm);

export interface ResourceFormProps extends Pick<Wishes, 'fields' | 'initialValues'> {
  /** The path of the table: `content/article`. */
  readonly resource: string;
  /** The row to edit; a new one without it. */
  readonly id?: number;
  /** Called with the row as the server has it now. */
  readonly onSaved?: (row: ListRow) => void;
  /** Shows a button that leaves the form; without it there is none. */
  readonly onCancel?: () => void;
}

/** The form of a row on a page of one's own: checked like any other, with what two people changed at once put together. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, id } = props;
  // A form that has added a row is empty again.
  const [round, setRound] = useState(0);
  return (
    <WithManifest key={`${resource} ${id} ${round}`} resource={resource}>
      {(manifest) => <Shown {...props} manifest={manifest} onAdded={() => setRound(round + 1)} />}
    </WithManifest>
  );
}

function Shown({
  manifest: served,
  id,
  onSaved,
  onCancel,
  onAdded,
  ...wishes
}: ResourceFormProps & { manifest: Manifest; onAdded: () => void }) {
  const text = useText();
  const manifest = useOwnManifest(served, wishes);
  const { refresh } = useRowActions(manifest);
  const isNew = id === undefined;
  const mayNot = !manifest.actions.includes(isNew ? 'add' : 'edit');
  const state = useRowForm(manifest, id, (row) => {
    notify.success(text(isNew ? 'added' : 'saved', { row: nameOf(manifest, row) }));
    void refresh();
    if (isNew) onAdded();
    onSaved?.(row);
  });
  const prefix = useId();
  const element = useRef<HTMLDivElement>(null);
  useLeaveWarning(state.isDirty, true, element);
  return (
    <div ref={element} className="resource-form">
      <Overlay>
        <RowForm manifest={manifest} state={state} isNew={isNew} locked={mayNot} prefix={prefix} />
      </Overlay>
      <Flex gap="small">
        {!mayNot && (
          <Button type="primary" loading={state.saving} disabled={state.loading} onClick={() => state.form.submit()}>
            {text('save')}
          </Button>
        )}
        {onCancel && <Button onClick={onCancel}>{text('cancel')}</Button>}
      </Flex>
    </div>
  );
}
