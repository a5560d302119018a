/** Style sheets of the two icon fonts, whose classes (`fa fa-user`, `bi bi-chat-dots`) stand in menus and icon fields. */
const sheets = [
  () => import('font-awesome/css/font-awesome.min.css'),
  () => import('bootstrap-icons/font/bootstrap-icons.min.css'),
] as const;

/** Loads both beside the start, which does not wait for them: an icon has its place before it has its glyph. */
export function loadIconFonts(): void {
  // A page without its glyphs is a page still.
  for (const load of sheets) load().catch(() => {});
}
