import { Button } from 'antd';
import { useId, useRef } from 'react';
import type { Manifest } from '#resource';
import { loadInputs } from '../../fields/commonInputs.tsx';
import type { ListRow } from '../../fields/view.ts';
import { Overlay } from '../../components/Overlay.tsx';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { useText } from '../../settings/useText.ts';
import { useEditing } from '../../table/useEditing.ts';
import { useLeaveWarning } from '../../table/useLeaveWarning.ts';
import { takeRegistrations } from '../takeRegistrations.ts';
import './resource.css';

// Also on pages outside of any area.
takeRegistrations();

const RowForm = lazyPart(async () => (await Promise.all([import('../../table/RowForm.tsx'), loadInputs()]))[0].RowForm);

export interface ManifestFormProps {
  /** What the caller may know of the table, as a route of the plugin answers it (`host.catalogue`). */
  readonly manifest: Manifest;
  readonly row: ListRow;
  /** Sends what was changed, with the `version` that it rests on, and gives the row as the server has it then. */
  readonly onSave: (changes: Readonly<Record<string, unknown>>) => Promise<ListRow>;
  readonly onSaved?: (row: ListRow) => void;
}

/** The form of a row that a call of the plugin's own reads and saves; checked and drawn like any other. */
export function ManifestForm({ manifest, row: loaded, onSave, onSaved }: ManifestFormProps) {
  const text = useText();
  const source = {
    id: loaded.id,
    loaded,
    retry: () => {},
    add: onSave,
    edit: (row: ListRow, changes: Readonly<Record<string, unknown>>) => onSave({ version: row['version'], ...changes }),
  };
  const state = useEditing(manifest, source, (row) => onSaved?.(row));
  const element = useRef<HTMLDivElement>(null);
  const prefix = useId();
  useLeaveWarning(state.isDirty, true, element);
  return (
    <div ref={element} className="resource-form">
      <Overlay>
        <RowForm manifest={manifest} state={state} isNew={false} prefix={prefix} />
      </Overlay>
      <Button type="primary" loading={state.saving} onClick={() => state.form.submit()}>
        {text('save')}
      </Button>
    </div>
  );
}
