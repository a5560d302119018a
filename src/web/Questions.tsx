import { Modal } from 'antd';
import { useEffect } from 'react';
import type { Asker } from './lateModal.ts';

/** Draws the dialogs that are asked by `App.useApp().modal`. */
export function Questions({ onReady }: { onReady: (modal: Asker) => void }) {
  const [modal, holder] = Modal.useModal();
  useEffect(() => onReady(modal), [modal, onReady]);
  return holder;
}
