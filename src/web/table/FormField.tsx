import { Form } from 'antd';
import { createContext, useContext, type ReactNode, type RefObject } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import { CheckedItem, leaving } from '../components/CheckedItem.tsx';
import { FormUploadsContext } from '../fields/formUploads.ts';
import { fieldViewOf } from '../fields/index.ts';
import type { InputProps, ListRow } from '../fields/view.ts';
import { loadTexts } from '../settings/i18n.ts';
import { useText } from '../settings/useText.ts';
import { refusalOf } from './formValues.ts';

interface FormOf {
  readonly manifest: Manifest;
  /** The row as it was read; of a new one there is none. */
  readonly row: ListRow | undefined;
  readonly isNew: boolean;
  /** Fields with an answer of the server that stands until their values change. */
  readonly answered?: readonly string[];
  /** Whether all fields have been checked, to save them; before that nothing is said against one that nobody has touched. */
  readonly checked?: RefObject<boolean>;
  /** It is a record that is read. */
  readonly isRecord?: boolean;
}

/** When the second rule of a field is checked: before it is saved, as the first one is, too. */
const saving = 'onSubmit';

/** The form that stands around its fields. */
export const FormContext = createContext<FormOf | undefined>(undefined);

export interface FormFieldProps {
  readonly name: string;
  /** The control; that of the field when left out. */
  readonly children?: (props: InputProps) => ReactNode;
}

/**
 * One field of the form around it, with its label, help, checks and messages; nothing for a field that the caller may not
 * write. In a record, the value under its label.
 */
export function FormField({ name, children }: FormFieldProps) {
  const form = useContext(FormContext);
  const field = form?.manifest.fields[name];
  if (!form || !field) return null;
  if (form.isRecord) return <Shown {...form} field={field} />;
  return field.writable ? <Labelled {...form} field={field} draw={children} /> : null;
}

/** A field of the form around it that the caller may only read: its value under its label. */
export function FormValue({ name }: Pick<FormFieldProps, 'name'>) {
  const form = useContext(FormContext);
  const field = form?.manifest.fields[name];
  return form && field ? <Shown {...form} field={field} /> : null;
}

function Shown({ manifest: { name }, row, field }: FormOf & { field: FieldManifest }) {
  const { Cell, Whole = Cell } = fieldViewOf(name, field);
  if (!row || !field.readable) return null;
  return (
    <dl className="form-value">
      <dt>{field.label}</dt>
      <dd>
        <Whole table={name} field={field} row={row} value={row[field.name]} />
      </dd>
    </dl>
  );
}

function Labelled({
  manifest,
  field,
  row,
  isNew,
  answered = [],
  checked,
  draw,
}: FormOf & { field: FieldManifest; draw: FormFieldProps['children'] }) {
  const text = useText();
  const { Input, group } = fieldViewOf(manifest.name, field);
  const form = Form.useFormInstance();
  const check = async (value: unknown): Promise<void> => {
    const refused = refusalOf(field, value, isNew);
    if (!refused) return;
    // A plugin's kind has its messages in a file of its own.
    await loadTexts(refused.key.split(':')[0]!);
    throw new Error(text(refused.key, refused.params));
  };
  const uploads = useContext(FormUploadsContext);
  // What is empty may have a file on its way; it is checked again when that has arrived.
  const mayCheck = (): boolean => uploads?.has(field.name) !== true;
  const isJudged = (): boolean => checked?.current === true || form.isFieldTouched(field.name);
  return (
    <CheckedItem
      name={field.name}
      label={field.label}
      {...(group ? { htmlFor: '' } : {})}
      required={field.required && (isNew || field.readable)}
      extra={field.help}
      {...(answered.includes(field.name) ? { validateTrigger: false } : {})}
      rules={[
        { validateTrigger: leaving, validator: async (_, value) => mayCheck() && isJudged() && check(value) },
        { validateTrigger: saving, validator: async (_, value) => mayCheck() && !isJudged() && check(value) },
      ]}
    >
      <Control draw={draw ?? ((props) => <Input {...props} />)} table={manifest.name} field={field} row={row} />
    </CheckedItem>
  );
}

/** What the form hands to its control, for the one that draws it. */
const Control = ({ draw, ...props }: InputProps & { draw: NonNullable<FormFieldProps['children']> }) => draw(props);
