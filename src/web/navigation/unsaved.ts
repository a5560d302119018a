/** Tells whether something typed on a page is not saved yet; it may be asked while the page is hidden. */
type IsDirty = () => boolean;

const checks = new Map<string, IsDirty>();

/** Remembers whom to ask for the page at `path`, until it is forgotten: a hidden page keeps what was typed. */
export const watchUnsaved = (path: string, isDirty: IsDirty): void => void checks.set(path, isDirty);
export const forgetUnsaved = (path: string): void => void checks.delete(path);
/** The same for these pages for a while: the answer remembers whom to ask again. */
export function withoutWarning(paths: readonly string[]): () => void {
  const before = paths.flatMap((path) => (checks.has(path) ? [[path, checks.get(path)!] as const] : []));
  forgetUnsavedOf(paths);
  return () => {
    for (const [path, isDirty] of before) if (!checks.has(path)) watchUnsaved(path, isDirty);
  };
}
/** The same for several pages, or for all. */
export function forgetUnsavedOf(paths: Iterable<string> = checks.keys()): void {
  for (const path of paths) forgetUnsaved(path);
}
/** Those of these pages, or of all, that have something unsaved. */
export const unsavedOf = (paths: Iterable<string> = checks.keys()): string[] =>
  [...paths].filter((path) => checks.get(path)?.() ?? false);
export const hasUnsaved = (): boolean => unsavedOf().length > 0;
