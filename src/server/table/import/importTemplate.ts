import { textOf, type Caller, type Model } from '#resource';
import { fileAnswer, type Page } from '../export/exportFile.ts';
import { labelOf, type Translate } from '../fieldLabel.ts';
import { assertMay, isAllowed } from '../read.ts';
import type { Say } from './importState.ts';
import { guessColumns, importable, isAsked } from './mapping.ts';

/**
 * A workbook to be filled in: its head has the fields that a file can fill, as `guessColumns` finds them again, with a star
 * behind those that a new row needs. Whoever adds no rows needs the id as well.
 */
export function importTemplate(
  { translate, say }: { readonly translate: Translate; readonly say: Say },
  caller: Caller,
  model: Model,
): Response {
  assertMay(caller, model, 'import');
  const { language } = caller;
  const mayAdd = isAllowed(caller, model, 'add');
  const fields = [...(mayAdd ? [] : [model.fields.get('id')!]), ...importable(caller, model)];
  const labels = fields.map((field) => labelOf(translate, field, language));
  const found = guessColumns(caller, model, translate, labels);
  // A label that means another field goes by the name of its own.
  const head = fields.map(
    (field, at) => (found[at] === field.name ? labels[at]! : field.name) + (mayAdd && isAsked(field) ? ' *' : ''),
  );
  const title = textOf(model.label, language);
  return fileAnswer(
    pageOf(head),
    { format: 'xlsx', title, name: say(language, { key: 'import:templateName', params: { table: title } }) },
    { close: async () => {}, failed() {} },
  );
}

async function* pageOf(head: readonly string[]): AsyncGenerator<Page> {
  yield [head.map((text) => ({ text, is: 'text' }))];
}
