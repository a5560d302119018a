import type { Manifest } from '#resource';
import { Overlay } from '../components/Overlay.tsx';
import { loadInputs } from '../fields/commonInputs.tsx';
import type { ListRow } from '../fields/view.ts';
import { loadTexts } from '../settings/i18n.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import type { RowDialogState } from './useRowDialogs.ts';

// Loaded when they are first wanted: rows are there sooner without them.
const FormDialog = lazyPart(
  async () => (await Promise.all([import('./FormDialog.tsx'), loadInputs(), loadTexts('form')]))[0].FormDialog,
);
const ActionForm = lazyPart(async () => (await Promise.all([import('./ActionForm.tsx'), loadInputs()]))[0].ActionForm);
const HistoryDrawer = lazyPart(
  async () => (await Promise.all([import('./HistoryDrawer.tsx'), loadTexts('record')]))[0].HistoryDrawer,
);

interface Props {
  readonly manifest: Manifest;
  readonly dialogs: RowDialogState;
  /** A new row is left to itself once it is saved: another one is not wanted. */
  readonly once?: boolean;
  readonly onSaved: (row: ListRow) => void;
  /** An action was done with these rows. */
  readonly onDone: (ids: readonly number[]) => void;
}

/** What opens for rows: their form, what an action asks for, and their history. */
export function RowDialogs({ manifest, dialogs, once = false, onSaved, onDone }: Props) {
  const { open, closeForm, ask, showHistory } = dialogs;
  const { draft, editing, copied, history, asked } = open;
  return (
    <>
      {(editing || copied !== undefined) && (
        <Overlay onMissing={closeForm}>
          <FormDialog
            manifest={manifest}
            ids={editing ?? []}
            copied={copied}
            draft={draft}
            once={once}
            onClose={closeForm}
            onSaved={onSaved}
          />
        </Overlay>
      )}
      {asked && (
        <Overlay onMissing={() => ask(undefined)}>
          <ActionForm manifest={manifest} {...asked} onClose={() => ask(undefined)} onDone={() => onDone(asked.ids)} />
        </Overlay>
      )}
      {history && (
        <Overlay onMissing={() => showHistory(undefined)}>
          <HistoryDrawer manifest={manifest} row={history} onClose={() => showHistory(undefined)} />
        </Overlay>
      )}
    </>
  );
}

/** Fetches the form before it is wanted. */
export const preloadForm = (): Promise<unknown> => FormDialog.preload();
