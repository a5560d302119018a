/** Letters up to which a formula is drawn: each becomes a hundred letters of elements. */
const mostLetters = 5000;

/** What makes macros of its own: a short one may be put in for a long one, again and again. */
const definition = /\\(?:[gex]?def|(?:future)?let|(?:re|provide)?(?:new)?command)(?![a-zA-Z])/;

/** Whether a formula is drawn without holding up the page. */
export const isDrawable = (text: string): boolean => text.length <= mostLetters && !definition.test(text);
