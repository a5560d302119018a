/** What somebody has typed and not sent yet: it outlives the page. */
export interface Draft {
  readonly text: string;
  /** By which it was sent when no answer came: sent again by it, it is the same message. */
  readonly key?: string;
}

const prefix = 'chatDraft:';
const nothing: Draft = { text: '' };
/** Where the browser keeps nothing, for as long as the page is open. */
const kept = new Map<string, string>();

export function readDraft(place: string): Draft {
  try {
    const found = JSON.parse(stored(prefix + place) ?? 'null') as Partial<Draft> | null;
    return typeof found?.text === 'string' ? { text: found.text, ...(found.key ? { key: found.key } : {}) } : nothing;
  } catch {
    return nothing;
  }
}

export function keepDraft(place: string, draft: Draft): void {
  const name = prefix + place;
  if (draft.text === '') kept.delete(name);
  else kept.set(name, JSON.stringify(draft));
  try {
    if (draft.text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // No room, or not allowed: it stays in this page.
  }
}

function stored(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name) ?? kept.get(name);
  } catch {
    return kept.get(name);
  }
}
