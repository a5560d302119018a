/**
 * Lies in the data folder once the rows are loaded. Earlier versions, whose tables had other names, left a file `demo`.
 */
export const marker = 'demo-tables';
