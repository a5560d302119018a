import type { Language } from '#resource';
import { manifestOf } from '../manifest.ts';
import { forbidden, mayUse } from '../read.ts';
import { columnsOf } from '../saved/ownColumns.ts';
import { savedViewsOf } from '../saved/savedViews.ts';
import { tableCall } from './tableCall.ts';

/** What the caller may know of the table. `base`: of the realm whose calls it names. */
export const manifest = tableCall({
  name: 'manifest',
  method: 'GET',
  writes: false,
  input: ({ caller }, base): [language: Language, base?: string] => [caller.language, base],
  run({ write, translate }, caller, model, language, base) {
    if (!mayUse(caller, model)) throw forbidden();
    return manifestOf(write, translate, caller, model, language, base);
  },
  async answer(output, { write }, caller, model) {
    const [saved, columns] = await Promise.all([savedViewsOf(write, caller, model), columnsOf(write, caller, model)]);
    return { ...output, ...(saved && { saved }), ...(columns && { columns }) };
  },
});
