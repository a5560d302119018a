import { Problem } from '#resource';

/** The row as nobody else changes it until the transaction ends; undefined when it was deleted meanwhile. */
export async function lockIfThere<R>(rows: { lock(id: number): Promise<R> }, id: number): Promise<R | undefined> {
  try {
    return await rows.lock(id);
  } catch (error) {
    if (error instanceof Problem && error.key === 'rows:notFound') return undefined;
    throw error;
  }
}
