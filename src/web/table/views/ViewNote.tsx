import { Alert } from 'antd';
import type { SavedView } from '#resource';
import { useText } from '../../settings/useText.ts';

/** Says that the saved view of the address is not there, or what it has that the reader may not use. */
export function ViewNote({ view }: { readonly view: SavedView | undefined }) {
  const text = useText();
  if (!view) return <Alert type="warning" showIcon title={text('view:notThere')} />;
  const { conditions = 0, columns = 0 } = view.leftOut ?? {};
  const parts = [
    ...(conditions > 0 ? [text('view:leftConditions', { count: conditions })] : []),
    ...(columns > 0 ? [text('view:leftColumns', { count: columns })] : []),
  ];
  return <Alert type="warning" showIcon title={text('view:leftOut', { parts: parts.join(text('or')) })} />;
}
