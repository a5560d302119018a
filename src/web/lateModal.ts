import type { App } from 'antd';

export type ConfirmDialog = ReturnType<typeof App.useApp>['modal'];

/** antd's `modal` before its code is here: every call waits for it. */
export function lateModal(load: () => Promise<ConfirmDialog>): ConfirmDialog {
  const late =
    (kind: keyof ConfirmDialog): ConfirmDialog['confirm'] =>
    (question) => {
      // In an object, since what antd returns is itself a promise of the answer.
      const shown = load().then((modal) => ({ dialog: modal[kind](question) }));
      return {
        destroy: () => void shown.then(({ dialog }) => dialog.destroy()),
        update: (change) => void shown.then(({ dialog }) => dialog.update(change)),
        // oxlint-disable-next-line unicorn/no-thenable -- antd's own is one
        then: (resolve, reject) => shown.then(({ dialog }) => dialog.then(resolve, reject)),
      };
    };
  return {
    confirm: late('confirm'),
    info: late('info'),
    success: late('success'),
    error: late('error'),
    warning: late('warning'),
  };
}
