/** HTML that `html` has made: whatever was put into it is text. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
  toString(): string {
    return this.markup;
  }
}

type Piece = string | number | Html | undefined | readonly Piece[];

/**
 * HTML with values in it, each as text: `html\`<h1>${title}</h1>\``. HTML of its own making stays what it is, lists stand one
 * after the other, and what is undefined leaves nothing. Attributes need their quotation marks.
 */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(parts.reduce((before, part, at) => before + markupOf(pieces[at - 1]) + part));

function markupOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.markup;
  return isList(piece) ? piece.map(markupOf).join('') : escapeHtml(String(piece));
}

const isList = (piece: Piece): piece is readonly Piece[] => Array.isArray(piece);

/** The text as it stands in HTML, within quotation marks too. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
