import { useEffect } from 'react';
import type { Filter, Manifest } from '#resource';
import { Overlay } from '../components/Overlay.tsx';
import { loadInputs } from '../fields/commonInputs.tsx';
import type { ListRow } from '../fields/view.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import { onFirstUse } from '../loading/onFirstUse.ts';
import { loadTexts } from '../settings/i18n.ts';
import type { ListState } from './listShape.ts';
import { preloadForm, RowDialogs } from './RowDialogs.tsx';
import type { ListDialogState } from './useListDialogs.ts';

// Loaded when they are first wanted: rows are there sooner without them.
const ExportDialog = lazyPart(
  async () => (await Promise.all([import('./ExportDialog.tsx'), loadTexts('export')]))[0].ExportDialog,
);
const ImportDialog = lazyPart(
  async () => (await Promise.all([import('./import/ImportDialog.tsx'), loadTexts('import')]))[0].ImportDialog,
);
const BulkEditDialog = lazyPart(
  async () =>
    (await Promise.all([import('./BulkEditDialog.tsx'), loadInputs(), loadTexts('bulkEdit', 'bulkJob')]))[0]
      .BulkEditDialog,
);

interface Props {
  readonly manifest: Manifest;
  readonly state: ListState;
  readonly fixed: readonly Filter[];
  readonly total: number;
  /** The columns of the list, in their order. */
  readonly shown: readonly string[];
  readonly dialogs: ListDialogState;
  readonly onRefresh: () => void;
  readonly onSaved: ((row: ListRow) => void) | undefined;
  /** Something was done with these rows, or with all that were chosen. */
  readonly onDone: (ids?: readonly number[]) => void;
}

/** What opens above a list: forms, history, export and import. */
export function ListDialogs({ manifest, state, fixed, total, shown, dialogs, onRefresh, onSaved, onDone }: Props) {
  useEffect(() => onFirstUse(preloadForm), []);
  const { open, editAll, exportRows, importRows } = dialogs;
  const { exported, importing, bulk } = open;
  return (
    <>
      {bulk && (
        <Overlay onMissing={() => editAll(undefined)}>
          <BulkEditDialog
            manifest={manifest}
            chosen={bulk}
            id={bulk.id}
            onClose={() => editAll(undefined)}
            onChanged={() => {
              onDone();
              onRefresh();
            }}
          />
        </Overlay>
      )}
      <RowDialogs
        manifest={manifest}
        dialogs={dialogs}
        onSaved={(row) => {
          onRefresh();
          onSaved?.(row);
        }}
        onDone={(ids) => {
          onDone(ids);
          onRefresh();
        }}
      />
      {exported && (
        <Overlay onMissing={() => exportRows(undefined)}>
          <ExportDialog
            {...{ manifest, state, fixed, total, shown, ids: exported }}
            onClose={() => exportRows(undefined)}
          />
        </Overlay>
      )}
      {importing && (
        <Overlay onMissing={() => importRows(undefined)}>
          <ImportDialog
            manifest={manifest}
            id={importing.id}
            onDone={onRefresh}
            onClose={() => importRows(undefined)}
          />
        </Overlay>
      )}
    </>
  );
}
