import { Drawer, Grid } from 'antd';
import { useState } from 'react';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { useDrawerPlace } from '../navigation/useDrawerPlace.ts';
import { useBackCloses } from '../navigation/useBackCloses.ts';
import { nameOf } from './nameOf.ts';
import { RowHistory } from './RowHistory.tsx';
import { useText } from '../settings/useText.ts';

/** The history of a row beside its list. */
export function HistoryDrawer({ manifest, row, onClose }: { manifest: Manifest; row: ListRow; onClose: () => void }) {
  const text = useText();
  const isPhone = Grid.useBreakpoint().md === false;
  const [open, setOpen] = useState(true);
  const place = useDrawerPlace(open);
  useBackCloses(isPhone && open, () => setOpen(false));
  return (
    <Drawer
      {...place}
      title={text('record:historyOf', { row: nameOf(manifest, row) })}
      open={open}
      size={isPhone ? '100%' : 560}
      onClose={() => setOpen(false)}
      afterOpenChange={(now) => !now && onClose()}
    >
      <RowHistory manifest={manifest} row={row} />
    </Drawer>
  );
}
