/** Spaces, format characters, marks that stand on others, and the letters of Unicode that have no shape. */
const shapeless = /^[\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether anybody sees something of the text. */
export const isVisible = (text: string): boolean => !shapeless.test(text);
