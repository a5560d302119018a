/** Tags that a line has room for. */
export const shownTags = 2;

/** What tags with these labels are read as in a list, with room for their frames (TagList.tsx). */
export function tagsText(labels: readonly string[]): string {
  const rest = labels.length - shownTags;
  return [...labels.slice(0, shownTags), ...(rest > 0 ? [`+${rest}`] : [])].map((label) => `${label}   `).join('');
}
