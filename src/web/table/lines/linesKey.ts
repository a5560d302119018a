/** Name of the part of a body in which lines are sent. Apart: a list that only knows drafts needs nothing else of them. */
export const linesKey = 'lines';
