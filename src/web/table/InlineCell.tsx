import { useState } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import { Overlay } from '../components/Overlay.tsx';
import type { FieldView, ListRow } from '../fields/view.ts';
import { lazyPart } from '../loading/lazyPart.tsx';
import { nameOf } from './nameOf.ts';
import { useText } from '../settings/useText.ts';
import { valueOf } from './valueOf.ts';

const InlineSaving = lazyPart(async () => (await import('./InlineSaving.tsx')).InlineSaving);

interface Props {
  readonly manifest: Manifest;
  readonly field: FieldManifest;
  readonly row: ListRow;
}

/** A value that is saved as soon as it is changed; it turns back when saving fails. */
export function InlineCell({ Inline, ...of }: Props & { Inline: NonNullable<FieldView['Inline']> }) {
  const text = useText();
  const { manifest, field, row } = of;
  const [wanted, want] = useState<{ readonly value: unknown }>();
  return (
    <>
      <Inline
        field={field}
        label={text('ofRow', { field: field.label, row: nameOf(manifest, row) })}
        value={wanted ? wanted.value : valueOf(row, field)}
        busy={wanted !== undefined}
        onSave={(value) => want({ value })}
      />
      {wanted && (
        <Overlay onMissing={() => want(undefined)}>
          <InlineSaving {...of} value={wanted.value} onSettled={() => want(undefined)} />
        </Overlay>
      )}
    </>
  );
}
