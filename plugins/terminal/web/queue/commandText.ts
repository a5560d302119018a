export type Params = Readonly<Record<string, string>>;

/** A command with its parameters as tasks keep it: `restore?backup=2026-01-01.db`. */
export function commandText(name: string, params: Params = {}): string {
  const query = new URLSearchParams(params).toString();
  return query === '' ? name : `${name}?${query}`;
}

export function commandIn(text: string): { readonly name: string; readonly params: Params } {
  const at = text.indexOf('?');
  if (at < 0) return { name: text, params: {} };
  return { name: text.slice(0, at), params: Object.fromEntries(new URLSearchParams(text.slice(at + 1))) };
}
