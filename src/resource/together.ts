/** Several mistakes of one declaration; the message has each on a line of its own. */
class Mistakes extends Error {
  readonly errors: readonly Error[];
  constructor(errors: readonly Error[]) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}

/** What went wrong, one by one. */
export function mistakesIn(error: unknown): readonly Error[] {
  if (error instanceof Mistakes) return error.errors;
  return [error instanceof Error ? error : new Error(String(error))];
}

type Results<C extends readonly (() => unknown)[]> = { [At in keyof C]: ReturnType<C[At]> };

/** What the checks return, in their order. Throws when any of them does, and tells the mistakes of all: none may build on another. */
export function together<const C extends readonly (() => unknown)[]>(...checks: C): Results<C> {
  const errors: Error[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      errors.push(...mistakesIn(error));
      return undefined;
    }
  });
  if (errors.length > 0) throw joined(errors);
  return results as Results<C>;
}

/** The error with `where` in front of each of its mistakes. */
export function behind(where: string, error: unknown): Error {
  const errors = mistakesIn(error);
  for (const each of errors) if (!each.message.startsWith(where)) each.message = `${where}: ${each.message}`;
  return joined(errors);
}

/** One that says the same as another is left out. */
function joined(errors: readonly Error[]): Error {
  const different = errors.filter((each, at) => errors.findIndex(({ message }) => message === each.message) === at);
  return different.length === 1 ? different[0]! : new Mistakes(different);
}
