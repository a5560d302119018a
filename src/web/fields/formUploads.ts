import { createContext } from 'react';

/** What has become of a file: it is in the field or nobody wants it any more, it could not be kept, or its field is gone. */
type Outcome = 'done' | 'failed' | 'gone';

/** Files that are on their way into the fields of one form, which is saved once they have arrived. */
export class FormUploads {
  readonly #running = new Map<object, { readonly field: string; readonly isSaved: Promise<boolean> }>();
  /** Fields of files that could not be kept, and that stand there with the reason until somebody dismisses them. */
  readonly #failed = new Map<object, string>();

  /** Notes a file for a field, and what becomes of it; one that has failed may be done later. */
  begin(field: string): (outcome: Outcome) => void {
    const key = {};
    const { promise: isSaved, resolve } = Promise.withResolvers<boolean>();
    this.#running.set(key, { field, isSaved });
    return (outcome) => {
      this.#running.delete(key);
      if (outcome === 'failed') this.#failed.set(key, field);
      else this.#failed.delete(key);
      resolve(outcome === 'done');
    };
  }

  get isEmpty(): boolean {
    return this.#running.size === 0;
  }

  /** Whether a form can be saved as it is: none is on its way, and none was refused. */
  get isSettled(): boolean {
    return this.isEmpty && this.#failed.size === 0;
  }

  has(field: string): boolean {
    return this.#running.values().some((each) => each.field === field);
  }

  /** Waits until none is left, those included that begin meanwhile; gives the fields with files that could not be kept. */
  async settled(): Promise<readonly string[]> {
    const failed = new Set<string>();
    while (!this.isEmpty)
      await Promise.all(
        [...this.#running.values()].map(async ({ field, isSaved }) => (await isSaved) || failed.add(field)),
      );
    return [...new Set([...failed, ...this.#failed.values()])];
  }
}

export const FormUploadsContext = createContext<FormUploads | undefined>(undefined);
