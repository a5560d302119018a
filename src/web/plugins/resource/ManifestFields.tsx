import { Button } from 'antd';
import { useId, useRef } from 'react';
import type { ListRow } from '../../fields/view.ts';
import { useText } from '../../settings/useText.ts';
import { RowForm } from '../../table/RowForm.tsx';
import { useEditing } from '../../table/useEditing.ts';
import { useLeaveWarning } from '../../table/useLeaveWarning.ts';
import type { ManifestFormProps } from './ManifestForm.tsx';
import './resource.css';

/** What is drawn of it: loaded together, so that nothing is filled in before it is there. */
export function ManifestFields({ manifest, row: loaded, onSave, onSaved }: ManifestFormProps) {
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
      <RowForm manifest={manifest} state={state} isNew={false} prefix={prefix} />
      <Button type="primary" loading={state.saving} onClick={() => state.form.submit()}>
        {text('save')}
      </Button>
    </div>
  );
}
