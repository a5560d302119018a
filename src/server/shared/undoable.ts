/** Seconds for which an import or a bulk edit can be undone. */
export const undoable = 30 * 86_400;
