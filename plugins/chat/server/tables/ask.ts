import { f, table, type RowOf } from '#resource';

/** Questions of administrators to the tables, for as long as the retention keeps them. */
const ask = table('chat_ask', {
  admin_id: f.int({ required: true, index: true }),
  /** Who was signed in as them; 0 for nobody. */
  actor_id: f.int({ default: 0 }),
  /** Those of one conversation. */
  thread: f.text({ required: true, max: 22, index: true }),
  question: f.textarea({ required: true, max: 4000 }),
  answer: f.textarea({ max: 40_000 }),
  /** Lists and charts of the answer, and ids of its proposals. */
  parts: f.json(),
  status: f.enum(
    { waiting: 'Waiting', running: 'Running', done: 'Done', stopped: 'Stopped', failed: 'Failed' },
    { default: 'waiting', index: true },
  ),
  /** Why it failed: `{ key, params }`. */
  error: f.json(),
  model_name: f.text({ max: 100 }),
  tokens_in: f.int({ default: 0 }),
  tokens_out: f.int({ default: 0 }),
});

/** Writes that an answer has proposed. Nothing of a row changes but its state. */
const proposal = table('chat_proposal', {
  admin_id: f.int({ required: true, index: true }),
  actor_id: f.int({ default: 0 }),
  ask_id: f.belongsTo('chat_ask', { required: true, onDelete: 'cascade' }),
  table_name: f.text({ required: true, max: 100 }),
  /** Null for a new row. */
  row_id: f.int(),
  /** The version of the row for which it was proposed. */
  row_version: f.int(),
  /** Values in wire format by field: as they were, and as they are to be. */
  before: f.json(),
  after: f.json(),
  /** What the person was shown. */
  shown: f.json(),
  state: f.enum({ open: 'Open', applied: 'Applied', declined: 'Declined', over: 'Over' }, { default: 'open' }),
});

declare module '#resource' {
  interface Tables {
    chat_ask: typeof ask;
    chat_proposal: typeof proposal;
  }
}

export type AskRow = RowOf<typeof ask>;
export type ProposalRow = RowOf<typeof proposal>;
const personal = { realm: 'admin', field: 'admin_id', erase: 'delete' } as const;
export const askResource = ask.resource({ page: false, personal });
export const proposalResource = proposal.resource({ page: false, personal });
