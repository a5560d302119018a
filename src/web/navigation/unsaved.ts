/** Tells whether something typed in a form is not saved yet; it may be asked while its page is hidden. */
type IsDirty = () => boolean;

/** By page, and by form of the page. */
const checks = new Map<string, Map<object, IsDirty>>();
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

/** Calls when there are other forms to be asked; the answer ends that. */
export function onForms(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Remembers whom to ask for a form of the page at `path`, until it is forgotten: a hidden page keeps what was typed. */
export function watchUnsaved(path: string, form: object, isDirty: IsDirty): void {
  checks.set(path, (checks.get(path) ?? new Map<object, IsDirty>()).set(form, isDirty));
  tell();
}
export function forgetForm(path: string, form: object): void {
  checks.get(path)?.delete(form);
  tell();
}
/** Forgets all forms of the page. */
export function forgetUnsaved(path: string): void {
  checks.delete(path);
  tell();
}
/** The same for these pages for a while: the answer remembers whom to ask again. */
export function withoutWarning(paths: readonly string[]): () => void {
  const before = paths.flatMap((path) => (checks.has(path) ? [[path, checks.get(path)!] as const] : []));
  forgetUnsavedOf(paths);
  return () => {
    for (const [path, forms] of before) if (!checks.has(path)) checks.set(path, forms);
  };
}
/** The same for several pages, or for all. */
export function forgetUnsavedOf(paths: Iterable<string> = checks.keys()): void {
  for (const path of paths) forgetUnsaved(path);
}
/** Those of these pages, or of all, that have something unsaved. */
export const unsavedOf = (paths: Iterable<string> = checks.keys()): string[] =>
  [...paths].filter((path) => [...(checks.get(path)?.values() ?? [])].some((isDirty) => isDirty()));
export const hasUnsaved = (): boolean => unsavedOf().length > 0;
