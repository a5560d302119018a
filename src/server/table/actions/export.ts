import type { ListQuery } from '../answers.ts';
import { exportRows } from '../export/exportRows.ts';
import { tableCall } from './tableCall.ts';

/** The rows of a list as a file, in `format` csv or xlsx. */
export const exporting = tableCall({
  name: 'export',
  method: 'GET',
  writes: false,
  input: ({ query }): [query: ListQuery] => [query],
  run: ({ write, reader, translate, exported }, caller, model, query) =>
    exportRows(
      { ctx: write, database: write.database, reader, translate, log: write.log, exported },
      caller,
      model,
      query,
    ),
});
