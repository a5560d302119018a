import type { App } from 'antd';

export type ConfirmDialog = ReturnType<typeof App.useApp>['modal'];

/** antd's `modal` before its code is here: every question waits for it. */
export class LateModal {
  readonly #fetch: () => void;
  #arrival: PromiseWithResolvers<ConfirmDialog> | undefined;

  /** `fetch` is called with each question. */
  constructor(fetch: () => void) {
    this.#fetch = fetch;
  }

  readonly modal: ConfirmDialog = {
    confirm: this.#late('confirm'),
    info: this.#late('info'),
    success: this.#late('success'),
    error: this.#late('error'),
    warning: this.#late('warning'),
  };

  readonly arrive = (modal: ConfirmDialog): void => this.#waiting().resolve(modal);

  /**
   * The code cannot be fetched: what was asked so far is never answered, as if nobody had; the next question fetches it
   * again.
   */
  drop(): void {
    this.#arrival = undefined;
  }

  #waiting(): PromiseWithResolvers<ConfirmDialog> {
    return (this.#arrival ??= Promise.withResolvers());
  }

  #late(kind: keyof ConfirmDialog): ConfirmDialog['confirm'] {
    return (question) => {
      this.#fetch();
      // In an object, since what antd returns is itself a promise of the answer.
      const shown = this.#waiting().promise.then((modal) => ({ dialog: modal[kind](question) }));
      return {
        destroy: () => void shown.then(({ dialog }) => dialog.destroy()),
        update: (change) => void shown.then(({ dialog }) => dialog.update(change)),
        // oxlint-disable-next-line unicorn/no-thenable -- antd's own is one
        then: (resolve, reject) => shown.then(({ dialog }) => dialog.then(resolve, reject)),
      };
    };
  }
}
