import bootstrapIcons from 'bootstrap-icons/font/bootstrap-icons.min.css?url';
import fontAwesome from 'font-awesome/css/font-awesome.min.css?url';
import { whenQuiet } from '../http/quiet.ts';

/**
 * Loads the style sheets of the two icon fonts, whose classes (`fa fa-user`, `bi bi-chat-dots`) stand in menus and icon
 * fields, as soon as nothing else that the first page needs is on its way: an icon has its place before it has its glyph,
 * and a page without glyphs is a page still.
 */
export function loadIconFonts(): void {
  whenQuiet(() => {
    for (const href of [fontAwesome, bootstrapIcons]) {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'stylesheet', href }));
    }
  });
}
