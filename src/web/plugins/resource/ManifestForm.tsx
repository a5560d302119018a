import type { Manifest } from '#resource';
import { Overlay } from '../../components/Overlay.tsx';
import { loadInputs } from '../../fields/commonInputs.tsx';
import type { ListRow } from '../../fields/view.ts';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { takeRegistrations } from '../takeRegistrations.ts';
import { Loading } from '../../components/Loading.tsx';

// Also on pages outside of any area.
takeRegistrations();

export interface ManifestFormProps {
  /** What the caller may know of the table, as a route of the plugin answers it (`host.catalogue`). */
  readonly manifest: Manifest;
  readonly row: ListRow;
  /** Sends what was changed, with the `version` that it rests on, and gives the row as the server has it then. */
  readonly onSave: (changes: Readonly<Record<string, unknown>>) => Promise<ListRow>;
  readonly onSaved?: (row: ListRow) => void;
}

const Fields = lazyPart(
  async () => (await Promise.all([import('./ManifestFields.tsx'), loadInputs()]))[0].ManifestFields,
);

/** The form of a row that a call of the plugin's own reads and saves; checked and drawn like any other. */
export function ManifestForm(props: ManifestFormProps) {
  return (
    <Overlay instead={<Loading title={false} paragraph={{ rows: 6 }} />}>
      <Fields {...props} />
    </Overlay>
  );
}
