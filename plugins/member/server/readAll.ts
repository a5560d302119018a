import { Invalid, type Message } from '#resource';

type Readers = Readonly<Record<string, () => unknown>>;

/** What each of these reads; throws one `Invalid` with everything that is wrong. */
export async function readAll<T extends Readers>(
  readers: T,
): Promise<{ readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const values: Record<string, unknown> = {};
  const errors: Record<string, Message> = {};
  for (const [name, read] of Object.entries(readers)) {
    try {
      values[name] = await read();
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      Object.assign(errors, error.errors);
    }
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return values as never;
}
