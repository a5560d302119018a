import { useMemo, type ReactNode } from 'react';
import { textOf, type FormSectionManifest, type Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { storedLanguage } from '../settings/i18n.ts';
import { FormContext } from './FormField.tsx';
import type { FormSectionProps, OwnSection } from './formSections.ts';

export const labelOfSection = ({ label }: OwnSection): string | undefined =>
  label === undefined ? undefined : textOf(label, storedLanguage());

interface Props extends FormSectionProps {
  readonly own: OwnSection;
  readonly section: FormSectionManifest;
  /** Its fields as the form would show them. */
  readonly instead: ReactNode;
}

/** A section as its plugin draws it. */
export function OwnSectionView({ own: { View }, section, readOnly, ...props }: Props) {
  const names = section.lines.flat();
  const mayWrite = names.length === 0 || names.some((name) => props.manifest.fields[name]?.writable);
  return <View {...props} readOnly={readOnly || !mayWrite} />;
}

/** The same in a record that is read: `FormField` shows values there. */
export function OwnSectionOfRecord({
  manifest,
  row,
  ...rest
}: Pick<Props, 'own' | 'section' | 'instead'> & { manifest: Manifest; row: ListRow }) {
  const around = useMemo(() => ({ manifest, row, isNew: false, isRecord: true }), [manifest, row]);
  return (
    <FormContext value={around}>
      <OwnSectionView {...rest} manifest={manifest} row={row} values={row} setValue={() => {}} readOnly />
    </FormContext>
  );
}
