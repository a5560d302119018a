import { Button, Grid, Popconfirm } from 'antd';
import type { ImportState } from '#resource';
import { useText } from '../../settings/useText.ts';
import type { ImportCall } from './importCall.ts';

/** Whether there is anything to undo. */
export const mayUndo = ({ state, added, edited, again }: ImportState): boolean =>
  added + edited > 0 && (state !== 'undone' || again > 0);

interface Props {
  readonly call?: ImportCall;
  readonly state: ImportState;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

/** Takes back, once it was asked, all that an import or a large bulk edit has done. */
export function UndoButton({ call = 'import', state, busy, onUndo }: Props) {
  const text = useText();
  const isPhone = Grid.useBreakpoint().md === false;
  return (
    <Popconfirm
      title={text(question(call, state))}
      okText={text(`${call}:undo`)}
      cancelText={text(`${call}:cancel`)}
      okButtonProps={{ danger: true }}
      // Not at the very edge of the window, where there is room.
      placement={isPhone ? 'top' : 'topRight'}
      styles={{ root: { maxWidth: 320 } }}
      onConfirm={onUndo}
    >
      <Button danger loading={busy}>
        {text(`${call}:undo`)}
      </Button>
    </Popconfirm>
  );
}

/** What becomes of the rows, as far as there are such. */
function question(call: ImportCall, { added, edited }: ImportState): string {
  if (call === 'import' && added === 0) return 'import:undoEdited';
  return call === 'import' && edited === 0 ? 'import:undoAdded' : `${call}:undoAsk`;
}
