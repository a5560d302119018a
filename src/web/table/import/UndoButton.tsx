import { Button, Grid, Popconfirm } from 'antd';
import type { ImportState } from '#resource';
import { useText } from '../../settings/useText.ts';
import type { ImportCall } from './importCall.ts';

/** Whether there is anything to undo. */
export const mayUndo = ({ state, added, edited, again }: ImportState): boolean =>
  added + edited > 0 && (state !== 'undone' || again > 0);

interface Props {
  readonly call?: ImportCall;
  /** What an import has done; a bulk edit has only changed rows. */
  readonly state?: Pick<ImportState, 'added' | 'edited'>;
  readonly busy: boolean;
  /** Beside a text that says what it undoes. */
  readonly small?: boolean;
  readonly onUndo: () => void;
}

/** Takes back, once it was asked, all that an import or a large bulk edit has done. */
export function UndoButton({ call = 'import', state = { added: 0, edited: 0 }, busy, small = false, onUndo }: Props) {
  const text = useText();
  const isPhone = Grid.useBreakpoint().md === false;
  return (
    <Popconfirm
      title={text(question(call, state))}
      okText={text(`${call}:undo`)}
      cancelText={text(`${call}:cancel`)}
      okButtonProps={{ danger: true }}
      // Not at the very edge of the window, where there is room.
      placement={small ? 'bottomRight' : isPhone ? 'top' : 'topRight'}
      styles={{ root: { maxWidth: 320 } }}
      onConfirm={onUndo}
    >
      <Button danger={!small} size={small ? 'small' : 'middle'} loading={busy}>
        {text(small ? 'undo' : `${call}:undo`)}
      </Button>
    </Popconfirm>
  );
}

/** What becomes of the rows, as far as there are such. */
function question(call: ImportCall, { added, edited }: Required<Props>['state']): string {
  if (call === 'import' && added === 0) return 'import:undoEdited';
  return call === 'import' && edited === 0 ? 'import:undoAdded' : `${call}:undoAsk`;
}
