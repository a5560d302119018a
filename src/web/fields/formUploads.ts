import { createContext } from 'react';

/** Files that are on their way into the fields of one form, which is saved once they have arrived. */
export class FormUploads {
  readonly #running = new Map<object, { readonly field: string; readonly isSaved: Promise<boolean> }>();

  /** Notes a file for a field; the answer is told once whether it has arrived, or nobody wants it any more. */
  begin(field: string): (isKept: boolean) => void {
    const key = {};
    const { promise: isSaved, resolve } = Promise.withResolvers<boolean>();
    this.#running.set(key, { field, isSaved });
    return (isKept) => {
      this.#running.delete(key);
      resolve(isKept);
    };
  }

  get isEmpty(): boolean {
    return this.#running.size === 0;
  }

  has(field: string): boolean {
    return this.#running.values().some((each) => each.field === field);
  }

  /** Waits until none is left, those included that begin meanwhile; gives the fields whose files could not be kept. */
  async settled(): Promise<readonly string[]> {
    const failed = new Set<string>();
    while (!this.isEmpty)
      await Promise.all(
        [...this.#running.values()].map(async ({ field, isSaved }) => (await isSaved) || failed.add(field)),
      );
    return [...failed];
  }
}

export const FormUploadsContext = createContext<FormUploads | undefined>(undefined);
