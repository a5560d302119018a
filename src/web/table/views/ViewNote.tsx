import { Alert } from 'antd';
import type { Manifest } from '#resource';
import { useText } from '../../settings/useText.ts';
import { savedViewAt } from '../listBase.ts';

/** Says where the saved view of the address is not there, and where it has more than the reader may use. */
export function ViewNote({ manifest, saved }: { readonly manifest: Manifest; readonly saved: number | undefined }) {
  const text = useText();
  if (!saved) return null;
  const view = savedViewAt(manifest, saved);
  if (!view) return <Alert type="warning" showIcon title={text('noSuchView')} />;
  if (!view.leftOut) return null;
  const { conditions, columns } = view.leftOut;
  const parts = [
    ...(conditions > 0 ? [text('leftConditions', { count: conditions })] : []),
    ...(columns > 0 ? [text('leftColumns', { count: columns })] : []),
  ];
  return <Alert type="warning" showIcon title={text('viewLeftOut', { parts: parts.join(text('or')) })} />;
}
