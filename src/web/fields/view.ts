import type { FieldManifest } from '#resource';
import type { ComponentType } from 'react';

export type ListRow = Readonly<Record<string, unknown>> & { readonly id: number };

export interface CellProps {
  /** Name of the table whose list or record it is; absent in the chips of a filter. */
  readonly table?: string;
  readonly field: FieldManifest;
  readonly value: unknown;
  readonly row: ListRow;
}

/** What the form hands to an input; values are in wire format, null is empty. */
export interface InputProps {
  /** Name of the table whose form it is; absent where a list is filtered. */
  readonly table?: string;
  readonly field: FieldManifest;
  /** Joins the input with its label and messages. */
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** Name for controls that no label points to, as in a filter. */
  readonly 'aria-label'?: string;
  /** Joins the input with its help text or error. */
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean | 'true' | 'false';
  readonly 'aria-required'?: boolean | 'true' | 'false';
  /** The row as it was read, for labels of related rows; absent when a row is added or a list is filtered. */
  readonly row?: ListRow;
}

/** What a list hands to what changes a value in it. */
export interface InlineProps {
  readonly field: FieldManifest;
  readonly value: unknown;
  /** Name of the control: which field of which row. */
  readonly label: string;
  /** Set while a value is being saved. */
  readonly busy: boolean;
  /** Saves the value; the former one comes back when that fails. */
  readonly onSave: (value: unknown) => void;
}

/** A row of another table. */
export interface OtherRow {
  readonly id: number;
  /** What it is called; absent where the caller may not read it. */
  readonly label?: string;
}

/** All that the browser draws for one kind of field: the twin of `src/resource/fields/<kind>.ts`. */
export interface FieldView {
  readonly Cell: ComponentType<CellProps>;
  /** All of the value, where a record is read and has room for it; `Cell` when left out. */
  readonly Whole?: ComponentType<CellProps> | undefined;
  readonly Input: ComponentType<InputProps>;
  /** Input for one operand of a filter; `Input` when left out. */
  readonly Filter?: ComponentType<InputProps>;
  /** Input for a list of operands; words typed one after another when left out. */
  readonly Several?: ComponentType<InputProps>;
  /** Changes the value in a list, for kinds that are `inline`; without it such a list only shows the value. */
  readonly Inline?: ComponentType<InlineProps>;
  /** Pixels that a value needs in a list. */
  readonly width: number;
  /** All texts that its values can be in a list, which gets as wide as the longest of them needs. */
  readonly shows?: (field: FieldManifest) => readonly string[];
  /** What a value is read as, so that a list gives its column the room that the values on the page need. */
  readonly textOf?: ((props: Pick<CellProps, 'field' | 'value' | 'row'>) => string) | undefined;
  /** The rows of another table that a value names, for a record that leads to them where there is no `Whole`. */
  readonly others?: ((props: Pick<CellProps, 'field' | 'value' | 'row'>) => readonly OtherRow[]) | undefined;
  /** Whether a list shows values on as many lines as they need, in the room that other columns leave. */
  readonly wraps?: (field: FieldManifest) => boolean;
  /** Its cells have links, so that they cannot stand within one: a title opens its record by a sign behind it. */
  readonly hasLinks?: true;
  readonly align?: 'left' | 'center' | 'right';
  /** The input is several controls: its label names the group instead of pointing to one of them. */
  readonly group?: boolean;
  /** Takes the whole line of a form whatever stands beside it. */
  readonly wide?: boolean;
}

/** What the inputs share with antd's controls. */
export function controlProps({ id, disabled, onBlur, placeholder, field, ...rest }: InputProps) {
  return {
    id,
    disabled,
    onBlur,
    placeholder: placeholder ?? field.placeholder,
    'aria-label': rest['aria-label'],
    'aria-describedby': rest['aria-describedby'],
    'aria-invalid': rest['aria-invalid'],
    'aria-required': rest['aria-required'],
  };
}

/**
 * The same for selects: they repeat what they get on an element without a role, which may not say that it is required.
 */
export function selectProps(props: InputProps) {
  const { 'aria-required': _required, ...rest } = controlProps(props);
  return rest;
}

/** What values are read as that stand in lists as they are. */
export const plainText = ({ value }: Pick<CellProps, 'value'>): string => String((value ?? '') as string | number);

/** An option of the field, which came as JSON. */
export function optionOf<T>(field: FieldManifest, name: string): T | undefined {
  return field.options[name] as T | undefined;
}

/** What an input of something that is never read holds when the stored one is to go; null lets it stay. */
export const clearedSecret = '';

interface Item {
  readonly label: string;
  readonly color?: string;
}

/** The values of an enum with their labels. */
export const itemsOf = (field: FieldManifest): Readonly<Record<string, Item>> =>
  optionOf<Record<string, Item>>(field, 'items') ?? {};

export const choicesOf = (field: FieldManifest) =>
  Object.entries(itemsOf(field)).map(([value, { label }]) => ({ value, label }));

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
