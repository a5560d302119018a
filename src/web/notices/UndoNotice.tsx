import { useState } from 'react';
import type { NoticeUndo, UndoReport } from '#resource';
import { http } from '../http/http.ts';
import { apiOf } from '../realms/realm.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { useText } from '../settings/useText.ts';
import { UndoButton } from '../table/import/UndoButton.tsx';
import { notifyUndone } from '../table/notifyUndone.ts';
import { useRowsRefresh } from '../table/useRowsRefresh.ts';

interface Props {
  readonly undo: NoticeUndo;
  /** Shows how far one is that takes a while. */
  readonly onFollow: () => void;
  readonly onEnd: () => void;
}

/** Takes back the bulk edit that a notice tells of. */
export function UndoNotice({ undo: { call, path, id }, onFollow, onEnd }: Props) {
  const text = useText();
  const api = apiOf(useRealm(), path);
  const refresh = useRowsRefresh({ path });
  const [busy, setBusy] = useState(false);
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      if (call === 'bulkJob') {
        await http.post(`${api}bulkJob`, { id, step: 'undo' });
        return onFollow();
      }
      notifyUndone(await http.post<UndoReport>(`${api}undoEdit`, { id }), text);
      await refresh();
    } finally {
      setBusy(false);
      onEnd();
    }
  };
  return (
    <div className="notice-undo">
      {/* Why it was refused is shown by then. */}
      <UndoButton call="bulkJob" busy={busy} small onUndo={() => void undo().catch(() => {})} />
    </div>
  );
}
