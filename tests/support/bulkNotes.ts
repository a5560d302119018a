import { f, table, type Resource } from '#resource';

const note = table('note', { name: f.text(), place: f.text() });

/** Rows that one transaction changes where these notes are: more are a job's. */
export const together = 500;

/** A table with a history, and what is done each time that one of its rows was written. */
export const notes = (saved: (name: string | null) => void = () => {}): Resource =>
  note.resource({ path: 'note', traits: { history: true }, hooks: { afterSave: ({ row }) => saved(row.name) } });
