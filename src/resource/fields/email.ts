import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { textOperand } from './textOperand.ts';

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const address = new RegExp(`^(${atom}(?:\\.${atom})*)@((?:${label}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$`, 'i');

/** One mail address. Its domain is kept in lower case. */
export const email = fieldKind<string, FieldOptions<string>, 'email'>({
  kind: 'email',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  operators: operatorsFor.text,
  searchable: true,
  clientInput: () => 'string',
  clientRule: true,
  maxLength: () => 254,
  parse: readEmail,
  operand: textOperand(readEmail),
});

function readEmail(input: unknown): Parsed<string> {
  const text = typeof input === 'string' ? input.trim() : '';
  const match = text.length <= 254 ? address.exec(text) : null;
  if (!match || match[1]!.length > 64) return refuse('validate:email');
  return accept(`${match[1]}@${match[2]!.toLowerCase()}`);
}
